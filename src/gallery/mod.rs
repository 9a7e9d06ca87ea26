//! Pictures for the screen: the faces of the cards and their parts, drawn from the game's own data.
