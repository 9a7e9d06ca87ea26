//! Comparison of secrets.

/// True if two secrets are equal; takes as long for a wrong first letter as for a wrong last one.
pub fn is_equal(a: &str, b: &str) -> bool {
    let differences = a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    a.len() == b.len() && differences == 0
}
