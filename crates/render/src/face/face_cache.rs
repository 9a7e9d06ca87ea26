//! Cache of faces, drawn again only if the contents of their slots change.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use super::content::Content;
use super::slot::Role;
use super::template::Template;
use crate::emblem::Emblem;
use crate::game::Rich;
use crate::scene::{Drawing, Scene, TextKind};
use crate::units::Pt;
use knotwork::Pattern;

/// Number of contents cached per face: the last one, the current one, and a few steps between.
const CONTENTS: usize = 4;

/// Faces that were drawn, by piece and name.
#[derive(Default)]
pub(super) struct FaceCache(Mutex<HashMap<String, Vec<Arc<KeptFace>>>>);

/// Findings on a face in some sizes.
#[derive(Clone)]
pub(super) enum Shown {
    Scene(Arc<Scene>),
    /// These slots have too little room.
    TooLarge(Vec<usize>),
}

/// Everything that determines the look of a face besides its sizes, while fonts, styles and icons stay the same.
pub(super) struct Ingredients<'a> {
    pub template: &'a Arc<Template>,
    /// Content of each slot of the template.
    pub contents: &'a [Option<Content<'a>>],
    /// Purpose of the texts of the slots.
    pub kinds: Vec<TextKind>,
    /// The numbers from which drawings follow.
    pub numbers: Vec<Option<i64>>,
    /// True if it isn't read aloud, like a face that many cards share.
    pub shared: bool,
    /// Content of its picture, in words.
    pub alt: Option<&'a str>,
}

/// A face with the same in its slots, in all sizes that were tried.
pub(super) struct KeptFace {
    template: Arc<Template>,
    contents: Vec<Option<KeptContent>>,
    kinds: Vec<TextKind>,
    numbers: Vec<Option<i64>>,
    shared: bool,
    alt: Option<String>,
    /// By the sizes of its slots, where they differ from the styles'.
    shown: Mutex<Vec<(Vec<Option<Pt>>, Shown)>>,
    used: AtomicU64,
}

impl KeptFace {
    fn is_of(&self, from: &Ingredients<'_>) -> bool {
        let same = |(kept, content): (&Option<KeptContent>, &Option<Content<'_>>)| match (kept, content) {
            (Some(kept), Some(content)) => kept.is(content),
            (kept, content) => kept.is_none() && content.is_none(),
        };
        Arc::ptr_eq(&self.template, from.template)
            && self.kinds == from.kinds
            && self.numbers == from.numbers
            && self.shared == from.shared
            && self.alt.as_deref() == from.alt
            && self.contents.len() == from.contents.len()
            && self.contents.iter().zip(from.contents).all(same)
    }

    /// Returns the findings in these sizes, if they were tried.
    pub fn shown(&self, sizes: &[Option<Pt>]) -> Option<Shown> {
        self.shown.lock().iter().find(|(known, _)| known == sizes).map(|(_, shown)| shown.clone())
    }

    /// Caches the findings in these sizes.
    pub fn keep(&self, sizes: Vec<Option<Pt>>, shown: Shown) {
        self.shown.lock().push((sizes, shown));
    }
}

/// [`Content`] that outlives the game that it was read from.
enum KeptContent {
    Text(Role, Rich),
    Art(Arc<Drawing>),
    Mark(String),
    Emblem(Emblem),
    Weave(Pattern),
    Needs(Vec<(Vec<String>, String)>),
    Columns(Vec<String>),
}

impl KeptContent {
    /// Returns `None` for content that only a draft has.
    fn of(content: &Content<'_>) -> Option<Self> {
        Some(match content {
            Content::Text(role, text) => Self::Text(*role, text.clone().into_owned()),
            Content::Art(drawing) => Self::Art(Arc::clone(drawing)),
            Content::Mark(name) => Self::Mark(name.clone()),
            Content::Emblem(emblem) => Self::Emblem(*emblem),
            Content::Weave(pattern) => Self::Weave((*pattern).clone()),
            Content::Needs(needs) => {
                Self::Needs(needs.iter().map(|need| (need.marks.clone(), need.words.clone())).collect())
            }
            Content::Columns(words) => Self::Columns(words.iter().map(|word| (*word).to_owned()).collect()),
            Content::NoPicture => return None,
        })
    }

    fn is(&self, content: &Content<'_>) -> bool {
        match (self, content) {
            (Self::Text(role, text), Content::Text(other, now)) => role == other && *text == **now,
            (Self::Art(drawing), Content::Art(now)) => Arc::ptr_eq(drawing, now),
            (Self::Mark(name), Content::Mark(now)) => name == now,
            (Self::Emblem(emblem), Content::Emblem(now)) => emblem == now,
            (Self::Weave(pattern), Content::Weave(now)) => pattern == *now,
            (Self::Needs(needs), Content::Needs(now)) => {
                needs.iter().map(|(marks, words)| (marks, words)).eq(now.iter().map(|need| (&need.marks, &need.words)))
            }
            (Self::Columns(words), Content::Columns(now)) => words == now,
            _ => false,
        }
    }
}

impl FaceCache {
    /// Returns the face with the same in its slots, or a new entry for it; `None` for content that only a draft has.
    pub fn entry(&self, face: String, from: Ingredients<'_>, round: u64) -> Option<Arc<KeptFace>> {
        let mut all = self.0.lock();
        let of_face = all.entry(face).or_default();
        if let Some(kept) = of_face.iter().find(|kept| kept.is_of(&from)) {
            kept.used.store(round, Ordering::Relaxed);
            return Some(Arc::clone(kept));
        }
        let contents = from.contents.iter().map(|content| content.as_ref().map(KeptContent::of));
        let contents =
            contents.map(|content| content.map_or(Some(None), |kept| kept.map(Some))).collect::<Option<_>>()?;
        if of_face.len() >= CONTENTS {
            of_face.sort_by_key(|kept| kept.used.load(Ordering::Relaxed));
            of_face.remove(0);
        }
        let kept = Arc::new(KeptFace {
            template: Arc::clone(from.template),
            contents,
            kinds: from.kinds,
            numbers: from.numbers,
            shared: from.shared,
            alt: from.alt.map(str::to_owned),
            shown: Mutex::default(),
            used: AtomicU64::new(round),
        });
        of_face.push(Arc::clone(&kept));
        Some(kept)
    }

    /// Drops entries that were last used before a round.
    pub fn evict_dropped(&self, since: u64) {
        self.0.lock().retain(|_, of_face| {
            of_face.retain(|kept| kept.used.load(Ordering::Relaxed) >= since);
            !of_face.is_empty()
        });
    }

    /// Clears the cache.
    pub fn clear(&self) {
        self.0.lock().clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BookAssets, DrawOptions, FaceRenderer, GameFiles, Pieces, Project, RenderCache};
    use super::*;
    use crate::diagnostic::Reporter;
    use crate::game::Ink;
    use crate::vfs::{Memory, Overlay, Vfs};
    use skirmish_assets::Builtin;

    const GAME: &str = "skirmish-5e";
    const CARDS: &str = "card-data/skirmish-5e/cards.toml";

    fn scenes(vfs: &dyn Vfs, kept: &RenderCache) -> Vec<Arc<Scene>> {
        let project = Project::open(vfs, GAME).expect("a game");
        kept.next_generation();
        let cards = Pieces { game: &project.game, component: &project.game.deck };
        let reporter = Reporter::default();
        let files = Arc::new(GameFiles::new(vfs, GAME));
        let options = DrawOptions { ink: Ink::Full, assets: &BookAssets::default(), kept, files: &files };
        let renderer = FaceRenderer::open_with(vfs, cards, &project.typography, &options, &reporter);
        let composed = renderer.compose_all(&reporter);
        assert_eq!(reporter.into_diagnostics(), []);
        composed.scenes
    }

    fn same(one: &[Arc<Scene>], other: &[Arc<Scene>]) -> usize {
        one.iter().zip(other).filter(|(one, other)| Arc::ptr_eq(one, other)).count()
    }

    #[test]
    fn only_a_face_that_changed_is_drawn_again() {
        let kept = RenderCache::with_faces();
        let first = scenes(&Builtin, &kept);
        assert_eq!(same(&first, &scenes(&Builtin, &kept)), first.len());
        let text = String::from_utf8(Builtin.read(CARDS).expect("cards").into_owned()).expect("text");
        let words = "it took more than one sword";
        assert_eq!(text.matches(words).count(), 1);
        let memory = Builtin
            .files("card-data/skirmish-5e")
            .iter()
            .fold(Memory::new(), |memory, path| memory.with(path, Builtin.read(path).expect("a file").into_owned()));
        let edited = memory.with(CARDS, text.replace(words, "it took three swords"));
        let edited = Overlay { first: &edited, second: &Builtin };
        let second = scenes(&edited, &kept);
        assert_eq!(same(&first, &second), first.len() - 1);
        // As it was: that face is known as well.
        assert_eq!(same(&first, &scenes(&Builtin, &kept)), first.len());
        kept.forget(&[format!("card-data/{GAME}/icons/axe.svg")].into());
        assert_eq!(same(&first, &scenes(&Builtin, &kept)), 0, "marks are known by their names alone");
    }
}
