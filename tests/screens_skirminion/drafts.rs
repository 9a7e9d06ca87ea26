//! What is entered and no event yet outlasts the program.

use std::cell::RefCell;
use std::rc::Rc;

use skirmish::app::StoreError;
use skirmish::table::journal::Writer;

use super::*;

/// A store that remembers a draft.
#[derive(Default)]
struct Drafts(Rc<RefCell<Option<String>>>);

impl Store for Drafts {
    fn append(&mut self, _entry: &str) -> Result<(), StoreError> {
        Ok(())
    }

    fn keep_draft(&mut self, draft: Option<&str>) -> Result<(), StoreError> {
        *self.0.borrow_mut() = draft.map(str::to_owned);
        Ok(())
    }

    fn draft(&mut self) -> Option<String> {
        self.0.borrow().clone()
    }

    fn settings(&mut self, _settings: &Settings) -> Result<(), StoreError> {
        Ok(())
    }

    fn save(&mut self, _name: &str, _bytes: &[u8]) -> Result<String, StoreError> {
        Err(StoreError::Nowhere)
    }

    fn replace(&mut self, _journal: &str, _writer: Writer) -> Result<Option<String>, StoreError> {
        Ok(None)
    }
}

/// Does something with a tracker that has kept a draft, at the same time of day; gives what is kept then.
fn with_draft(draft: Option<String>, act: impl FnOnce(&mut Players) + Send) -> Option<String> {
    std::thread::scope(|scope| {
        let work = move || {
            let kept = Rc::new(RefCell::new(draft));
            let store = Box::new(Drafts(Rc::clone(&kept)));
            act(&mut keeping(TABLET, Settings::default(), set_up(STUDY, [None; 2]), store));
            kept.take()
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
