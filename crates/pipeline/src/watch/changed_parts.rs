//! News of a game for a page: everything at first, then the changes.

use std::sync::Arc;

use serde::Serialize;

use super::snapshot::{ShownFace, Snapshot};

/// Returns the parts of a snapshot that changed since another one, as members of a JSON object; all without another one.
pub fn changed_parts(now: &Snapshot, before: Option<&Snapshot>) -> Vec<String> {
    let mut parts = Vec::new();
    macro_rules! part {
        ($($name:ident)*) => {$(
            if before.is_none_or(|before| before.$name != now.$name) {
                parts.push(format!("\"{}\":{}", stringify!($name), json(&now.$name)));
            }
        )*};
    }
    part!(version title stale book_stale took groups);
    let faces: Vec<&ShownFace> = now.faces.iter().map(Arc::as_ref).collect();
    match before.and_then(|before| changed(&faces, &before.faces)) {
        None => parts.push(format!("\"faces\":{}", json(&faces))),
        Some(some) if some.is_empty() => {}
        Some(some) => parts.push(format!("\"some_faces\":{}", json(&some))),
    }
    part!(sides pages problems allowed);
    parts
}

/// Returns the faces with changes, each with its index; `None` if they aren't the same faces in the same order.
fn changed<'a>(now: &[&'a ShownFace], before: &[Arc<ShownFace>]) -> Option<Vec<(usize, &'a ShownFace)>> {
    let same = now.len() == before.len() && now.iter().zip(before).all(|(now, before)| now.key == before.key);
    let changed = |(_, (now, before)): &(usize, (&&ShownFace, &Arc<ShownFace>))| !now.is_reported_as(before);
    same.then(|| now.iter().zip(before).enumerate().filter(changed).map(|(index, (now, _))| (index, *now)).collect())
}

/// Serialises a value. This can't fail: keys are names, numbers are finite.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::snapshot::{Place, ShownTemplate};
    use super::*;

    fn face(key: &str, title: &str) -> ShownFace {
        ShownFace {
            key: key.to_owned(),
            title: title.to_owned(),
            group: 0,
            front: true,
            picture: "0000000000000001".parse().expect("a picture"),
            before: None,
            opened: None,
            place: Place { file: "cards.toml".to_owned(), line: 1, column: 1 },
            card: None,
            problems: Vec::new(),
            spots: Vec::new(),
            template: ShownTemplate::default(),
            colours: [].into(),
        }
    }

    #[test]
    fn of_the_same_faces_those_that_changed_are_told() {
        let mut last = None;
        let mut tell = |faces: &[(&str, &str)]| {
            let faces = faces.iter().map(|(key, title)| Arc::new(face(key, title))).collect();
            let now = Snapshot { faces, ..Snapshot::default() };
            let parts = changed_parts(&now, last.as_ref()).concat();
            last = Some(now);
            parts
        };
        assert_eq!(tell(&[("a", "Axe"), ("b", "Bow")]).matches("\"key\"").count(), 2);
        assert_eq!(tell(&[("a", "Axe"), ("b", "Bow")]), "");
        let some = tell(&[("a", "Axe"), ("b", "Long bow")]);
        assert!(some.starts_with("\"some_faces\":[[1,{\"key\":\"b\",\"title\":\"Long bow\","), "{some}");
        assert_eq!(some.matches("\"key\"").count(), 1);
        // In another order all of them are sent.
        let all = tell(&[("b", "Long bow"), ("a", "Axe")]);
        assert!(all.starts_with("\"faces\":[{\"key\":\"b\"") && all.matches("\"key\"").count() == 2, "{all}");
    }
}
