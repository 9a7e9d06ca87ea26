//! A paper die: six squares in a cross, with tabs to be glued.

use super::{Cut, Edge, Net, NetForm, Panel};
use crate::diagnostic::Span;
use crate::units::Mm;

/// The faces, in the order of the net; opposite ones have seven together.
pub const PRINTABLE: &[&str] = &["1", "4", "3", "6", "2", "5"];

/// Returns the net of a cube with edges of a length: four faces in a row, one above the second and one below.
pub fn die(edge: Mm, at: Span) -> Net {
    let side = edge.get();
    let face = |name| Panel::rect(Some(name), side, side);
    let tab = (side * 0.35).clamp(3.0, 8.0);
    let tab = Panel { cut: Cut::Flap { left: tab, right: tab, radius: 0.0 }, ..Panel::rect(None, 0.0, tab) };
    let mut net = Net::new(NetForm::Die(edge), at, face("1"));
    net.hang(0, Edge::Left, 0.0, face("4"));
    let three = net.hang(0, Edge::Right, 0.0, face("3"));
    let six = net.hang(three, Edge::Far, 0.0, face("6"));
    let two = net.hang(0, Edge::Far, 0.0, face("2"));
    let five = net.hang(0, Edge::Near, 0.0, face("5"));
    net.hang(six, Edge::Far, 0.0, tab.clone());
    for face in [two, five] {
        for edge in [Edge::Left, Edge::Far, Edge::Right] {
            net.hang(face, edge, 0.0, tab.clone());
        }
    }
    net.moved_to_origin()
}
