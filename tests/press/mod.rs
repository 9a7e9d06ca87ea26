//! Files for a press, as four witnesses see them that share no code with what writes them: `pdf_oxide` the envelope, a walk
//! through all that is drawn, ghostscript the ink on every pixel; and faults put into the files, which each of them must find.

mod faults;
mod ink;
mod oxide;
mod printed;
mod walk;
