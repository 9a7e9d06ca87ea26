//! Controls that fingers find, and the screens as they look.

use egui::Rect;
use egui_kittest::SnapshotResults;
use skirmish_screens::{Contrast, TextSize, Theme};

use super::*;
use crate::screens_common::apart;

#[test]
fn every_control_is_large_enough_and_apart_from_the_others() {
    for size in [TABLET, SMALL, SMALL.yx(), TABLET.yx(), LOW, PHONE, PHONE.yx(), NARROW, NARROW.yx()] {
        for machines in [[None; 2], [None, Some(Strength::Easy)]] {
            let least = if size.min_elem() < 600.0 { 43.9 } else { 57.9 };
            let mut table = playing(size, set_up(STUDY, machines));
            let mut check = |touched: &[&str]| {
                let what = format!("{size} {machines:?} {touched:?}");
                for at in touched {
                    touch(&mut table, at);
                }
                let controls = table.controls();
                let (squares, others) = controls.split_at(64);
                assert!(squares.iter().all(|square| square.width() >= least), "{what}");
                let board = squares.iter().fold(squares[0], |all, square| all.union(*square));
                assert!((board.width() - 8.0 * squares[0].width()).abs() < 1.0, "{what}: the board comes first");
                assert!(others.len() >= 6, "{what}: {} others", others.len());
                let mut all = others.to_vec();
                all.push(board);
                apart(&all, least.min(58.0), 1.95, &what);
                let screen = Rect::from_min_size(egui::Pos2::ZERO, size);
                assert!(all.iter().all(|control| screen.contains_rect(*control)), "{what}");
            };
            check(&[]);
            check(&["d4"]);
            check(&["c4"]);
            check(&["e5"]);
        }
    }
}

#[test]
fn what_can_be_set_is_large_enough() {
    for size in [TABLET, SMALL, SMALL.yx(), PHONE, PHONE.yx()] {
        let mut table = study(size);
        hold(&mut table, "d4");
        let least = if size.min_elem() < 600.0 { 26.0 } else { 43.9 };
        for control in table.open_sheet() {
            assert!(control.width() >= least && control.height() >= least, "{size}: {control}");
        }
    }
}

#[test]
fn the_table_looks_as_it_did() {
    let mut results = SnapshotResults::new();
    let light = || Settings { theme: Theme::Light, ..Settings::default() };
    let high = || Settings { contrast: Contrast::High, text: TextSize::Huge, ..Settings::default() };
    let plain = Settings::default;
    let chosen: &[&str] = &["d4", "e5"];
    for (name, size, settings, touched) in [
        ("skirminion-board", TABLET, plain(), &[][..]),
        ("skirminion-unit", TABLET, plain(), &["d4"]),
        ("skirminion-reason", TABLET, plain(), &["d4", "c4"]),
        ("skirminion-forecast", TABLET, plain(), chosen),
        ("skirminion-light", SMALL, light(), chosen),
        ("skirminion-high-huge", TABLET, high(), chosen),
        ("skirminion-low", LOW, plain(), chosen),
        ("skirminion-standing", SMALL.yx(), plain(), chosen),
        ("skirminion-phone", PHONE, plain(), chosen),
        ("skirminion-phone-board", NARROW, plain(), &[]),
        ("skirminion-phone-lying", PHONE.yx(), plain(), chosen),
    ] {
        let mut table = open(size, settings, set_up(STUDY, [None; 2]));
        touched.iter().for_each(|at| touch(&mut table, at));
        table.looks_like(name);
        results.extend(table.looked_at());
    }
}

#[test]
fn setup_turns_and_the_end_look_as_they_did() {
    let mut results = SnapshotResults::new();
    let mut show = |mut table: Players, name: &str| {
        table.looks_like(name);
        results.extend(table.looked_at());
    };
    show(playing(TABLET, vec![]), "skirminion-setup");
    show(playing(PHONE, vec![]), "skirminion-setup-phone");
    show(playing(TABLET, vec![begin(Side::Bone, [None, Some(Strength::Hard)])]), "skirminion-alone");
    show(playing(TABLET, fighting()), "skirminion-last");
    show(playing(TABLET, ended()), "skirminion-end");
    show(playing(PHONE, ended()), "skirminion-end-phone");
    let mut table = study(TABLET);
    hold(&mut table, "g2");
    show(table, "skirminion-set");
    let mut table = study(PHONE);
    hold(&mut table, "g2");
    show(table, "skirminion-set-phone");
}

#[test]
fn rules_have_their_boards_on_every_screen() {
    for (name, size, theme) in
        [("left", TABLET, Theme::Dark), ("upright", TABLET.yx(), Theme::Light), ("phone", PHONE, Theme::Dark)]
    {
        let mut table = open(size, Settings { theme, ..Settings::default() }, set_up(STUDY, [None; 2]));
        table.tap_first("Menu");
        table.tap("Cards and rules");
        for (rule, caption) in [
            ("In contact", "Picture: A touches"),
            ("The first row", "Picture: The first row on each side"),
            ("How much damage", "Picture: "),
            ("Two boards", "Picture: Board 2"),
        ] {
            table.harness.event(egui::Event::Text(rule.to_lowercase()));
            table.settle();
            table.tap_first(rule);
            table.look(&format!("skirminion-rule-{}-{name}", rule.replace(' ', "-").to_lowercase()));
            let read = table.harness.query_all_by_label_contains(caption).next().is_some();
            assert!(read, "{name}: {caption}");
            table.check_controls(44.0, &format!("{rule}, {name}"));
            table.tap_first("All cards");
            if table.has("Letters") {
                table.tap_first("Letters");
            }
            table.tap_first("Clear the letters");
        }
    }
}
