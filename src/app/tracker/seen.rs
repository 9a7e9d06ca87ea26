//! What the screens look at.

use std::sync::Arc;

use crate::app::cards::Cards;
use crate::app::view::{Awake, View};
use crate::table::tell::{self, Line};
use crate::table::{Rules, Table};

/// What the screens look at, and what follows from it and is not computed anew for every frame.
pub(super) struct Seen {
    cards: Cards,
    pub table: Table,
    lines: Vec<Line>,
    pub awake: Awake,
}

impl Seen {
    /// A table and how its cards look.
    pub fn new(cards: Cards, table: Table) -> Self {
        let lines = tell::lines(&table);
        Self { cards, table, lines, awake: Awake::default() }
    }

    /// The rules and figures of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        self.table.rules()
    }

    /// As a screen gets it.
    pub fn view(&self) -> View<'_> {
        let Self { cards, table, lines, awake } = self;
        View { rules: table.rules(), cards, state: table.state(), lines, awake: *awake }
    }

    /// Looks at the table after it changed.
    pub fn look_again(&mut self) {
        self.lines = tell::lines(&self.table);
    }
}
