//! Entered choices survive a restart, although they aren't events yet.

use super::*;
use crate::screens_common::Drafts;

/// Runs an action with a tracker that has kept a draft, at the same time of day; returns the draft kept then.
fn with_draft(draft: Option<String>, act: impl FnOnce(&mut Players) + Send) -> Option<String> {
    std::thread::scope(|scope| {
        let work = move || {
            let mut kept = Drafts::of(draft);
            let store = Box::new(kept.clone());
            act(&mut keeping(TABLET, Settings::default(), set_up(STUDY, [None; 2]), store));
            kept.draft()
        };
        scope.spawn(work).join().expect("it goes well")
    })
}

#[test]
fn what_is_chosen_on_the_board_and_a_square_that_is_set_survive_a_restart() {
    let draft = with_draft(None, |table| {
        touch(table, "d4");
        touch(table, "e5");
        assert!(table.has("Attack e5 with d4"));
    });
    let draft = with_draft(draft, |table| {
        assert!(table.has("Attack e5 with d4"), "the forecast is there again");
        touch(table, "e5");
        assert_eq!((health(table, "e5"), health(table, "d4")), (2, 3));
    });
    assert_eq!(draft, None, "an attack that was made is no draft");
    let draft = with_draft(None, |table| {
        hold(table, "g2");
        table.tap("Choose b3, bone unit, 6 health");
    });
    with_draft(draft, |table| {
        table.tap("red unit, 2 health");
        assert_eq!(state(table).position.board.unit(square("b3")), Some(Unit { side: Side::Red, health: 2 }));
    });
}
