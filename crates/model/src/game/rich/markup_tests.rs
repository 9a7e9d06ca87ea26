//! The markup of texts, read.

use super::*;

fn pieces(text: &str) -> Vec<(Piece, Formatting)> {
    let draft = parse(text, Quotes::default()).unwrap();
    draft.paragraphs.into_iter().flatten().map(|(piece, formatting, _)| (piece, formatting)).collect()
}

fn words(text: &str) -> Piece {
    Piece::Text(text.to_owned())
}

#[test]
fn reads_every_manner() {
    let (strong, emphasis, term) = (
        Formatting { strong: true, ..Formatting::default() },
        Formatting { emphasis: true, ..Formatting::default() },
        Formatting { term: true, ..Formatting::default() },
    );
    assert_eq!(
        pieces("a **b** *c* [Block] {damage} :shield:"),
        [
            (words("a "), Formatting::default()),
            (words("b"), strong),
            (words(" "), Formatting::default()),
            (words("c"), emphasis),
            (words(" "), Formatting::default()),
            (words("Block"), term),
            (words(" "), Formatting::default()),
            (Piece::Figure("damage".into()), Formatting::default()),
            (words(" "), Formatting::default()),
            (Piece::Mark("shield".into()), Formatting::default()),
        ]
    );
}

#[test]
fn pieces_know_their_bytes() {
    let text = "Takes [Block] and {damage}.";
    for (piece, _, range) in &parse(text, Quotes::default()).unwrap().paragraphs[0] {
        match piece {
            Piece::Text(words) if words == "Block" => assert_eq!(&text[range.clone()], "[Block]"),
            Piece::Figure(_) => assert_eq!(&text[range.clone()], "{damage}"),
            Piece::Text(words) => assert_eq!(&text[range.clone()], words),
            Piece::Mark(_) | Piece::Item(_) => unreachable!(),
        }
    }
}

#[test]
fn blank_lines_part_paragraphs_and_single_ones_do_not() {
    let draft = parse("one\ntwo\n\nthree\n", Quotes::default()).unwrap();
    let letters: Vec<_> = draft.paragraphs.iter().map(|p| p[0].0.clone()).collect();
    assert_eq!(letters, [words("one two"), words("three")]);
}

#[test]
fn signs_become_real() {
    assert_eq!(pieces("\"He's 'done'\" -- so --- ..."), [(words("“He’s ‘done’” – so — …"), Formatting::default())]);
    assert_eq!(pieces("5 \\* 2 \\[x\\] 3:1"), [(words("5 * 2 [x] 3:1"), Formatting::default())]);
}

#[test]
fn in_names_only_braces_have_a_meaning() {
    let plain = |name: &str| parse_name(name).map(|draft| draft.paragraphs[0].iter().map(|p| p.0.clone()).collect());
    for name in ["- Knight's Move.png", "a--b...[1] *x* :sun: {", "back\\slash", "1. {"] {
        let escaped = name.replace('{', "\\{");
        assert_eq!(plain(&escaped), Ok(vec![words(name)]));
    }
    let figure = Piece::Figure("points".to_owned());
    assert_eq!(plain("coin-{points}\\}"), Ok(vec![words("coin-"), figure, words("}")]));
    let faults = parse_name("a {b\n}").unwrap_err();
    assert_eq!(faults.iter().map(|fault| fault.range.clone()).collect::<Vec<_>>(), [2..3, 5..6]);
}

#[test]
fn lines_with_a_dash_or_a_number_are_items() {
    let told = |text: &str| {
        let draft = parse_with_lists(text, Quotes::default()).unwrap();
        let rich = crate::game::resolve(&draft, &Nobody).unwrap();
        rich.plain_text()
    };
    assert_eq!(
        told("Choose:\n- one\n  of them\n- *two*\nor none\n\nThen:\n1. go\n12. stay"),
        "Choose:\n• one of them\n• two or none\nThen:\n1. go\n12. stay"
    );
    assert_eq!(
        told("\\- no item, 3 - 2\n-5 is none either\n2.5 neither"),
        "- no item, 3 - 2 -5 is none either 2.5 neither"
    );
    let plain = parse("- one\n- two", Quotes::default()).unwrap();
    assert_eq!(plain.paragraphs.len(), 1, "in a line there are no lists");
}

#[test]
fn words_in_a_colour_and_a_size_end_with_their_brace() {
    let draft = parse("a {danger:b {small: *c*} {damage}} d {danger:e}", Quotes::default()).unwrap();
    let told: Vec<(u8, TextSize)> =
        draft.paragraphs[0].iter().map(|(_, formatting, _)| (formatting.tint, formatting.size)).collect();
    let (normal, small) = (TextSize::Normal, TextSize::Small);
    assert_eq!(told, [(0, normal), (1, normal), (1, small), (1, normal), (1, normal), (0, normal), (1, normal)]);
    assert_eq!(draft.colours, [("danger".to_owned(), 3..9)]);
    assert_eq!(parse("a {danger:b\n\nc}", Quotes::default()).unwrap_err().len(), 2);
}

/// Knows no figure.
struct Nobody;

impl crate::game::Lookup for Nobody {
    fn find(&self, _: &str) -> Option<crate::game::Found> {
        None
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn every_fault_is_told() {
    let faults = parse("a *b [c {d\n\n[] x", Quotes::default()).unwrap_err();
    let bytes: Vec<_> = faults.iter().map(|fault| fault.range.clone()).collect();
    assert_eq!(bytes, [5..6, 8..9, 2..3, 12..14]);
}
