//! Files that the faces of a game are drawn with: which are needed, and how each is found and read.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::art::{DrawnMark, Read, Reading, read_drawing, read_picture};
use super::classes::Colours;
use super::deck::Deck;
use super::files::{GameFiles, SHARED_MARKS, drawings};
use super::letters::Letters;
use super::picture::{ART_ENDINGS, Pictures, UNPRINTABLE_ENDINGS, art_stem, unprintable};
use super::render_cache::RenderCache;
use super::renderer::{DrawOptions, Pieces};
use super::template::{self, Template};
use crate::diagnostic::{Code, Diagnostic, Reporter, Source, Span};
use crate::game::{Card, ColourRuleId, Component, Face, FaceKindId, Game, Ink, KindId, SetId, TextSpan};
use crate::raster::{Format, RasterError};
use crate::read;
use crate::scene::Drawing;
use crate::shape::Mark;
use crate::vfs::Vfs;

/// A template in the colours of faces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Variant {
    template: String,
    /// `None` for shared faces.
    kind: Option<KindId>,
    face_kind: FaceKindId,
    set: Option<SetId>,
    colour_rules: Vec<ColourRuleId>,
}

/// Drawing beside the faces, by a book.
#[derive(Clone, Debug, Default)]
pub struct BookAssets {
    /// Marks by name.
    pub marks: BTreeSet<String>,
    /// Pictures by name: files of the game's folder `book`, without ending.
    pub pictures: BTreeSet<String>,
    /// Drawings by name: files of the folder `art`, as cards name them.
    pub art: BTreeSet<String>,
}

/// Something to be read from a file.
pub(super) enum LoadRequest {
    Picture(String),
    Template(Variant),
    Art(String),
    Mark(String),
}

pub(super) enum Loaded {
    Picture(String, Arc<Drawing>),
    Template(Variant, Arc<Template>),
    Art(String, Arc<Drawing>),
    Mark(String, Arc<Mark>),
    Nothing,
}

pub(super) fn variant(game: &Game, component: &Component, card: &Card, face: &Face) -> Variant {
    Variant {
        template: face.template.value.clone(),
        kind: game.kind_of(component, card, face),
        face_kind: face.kind,
        set: card.set,
        colour_rules: game.colour_rules_of(card, face),
    }
}

/// Returns everything that the faces need, each once; templates first, since they take longest.
pub(super) fn requests(game: &Game, component: &Component, deck: &Deck, assets: &BookAssets) -> Vec<LoadRequest> {
    let mut variants: BTreeSet<Variant> = BTreeSet::new();
    let mut art: BTreeSet<&str> = assets.art.iter().map(String::as_str).collect();
    let mut marks: BTreeSet<&str> = component.kinds.iter().map(|kind| kind.mark.as_str()).collect();
    marks.extend(game.sets.iter().filter_map(|set| set.mark.as_ref()).map(|mark| mark.value.as_str()));
    marks.extend(game.table.icons().map(|icon| icon.value.as_str()));
    marks.remove("");
    marks.extend(assets.marks.iter().map(String::as_str));
    marks.extend(game.needs.iter().flat_map(|need| &need.marks).map(String::as_str));
    for of in &deck.faces {
        let card = &component.cards[of.card];
        let face = &card.faces[of.side];
        if !face.template.value.is_empty() {
            variants.insert(variant(game, component, card, face));
        }
        art.extend(face.art.as_ref().map(|art| art.value.as_str()));
        marks.extend(face.card_icon.as_ref().map(|icon| icon.value.as_str()));
        for span in face.texts.values().flat_map(|text| &text.value.paragraphs).flatten() {
            if let TextSpan::Mark(name) = span {
                marks.insert(name);
            }
        }
    }
    let art = art.into_iter().map(|name| LoadRequest::Art(name.to_owned()));
    let marks = marks.into_iter().map(|name| LoadRequest::Mark(name.to_owned()));
    let pictures = assets.pictures.iter().cloned().map(LoadRequest::Picture);
    pictures.chain(variants.into_iter().map(LoadRequest::Template)).chain(art).chain(marks).collect()
}

/// Locations of the files of a game.
pub(super) struct Library<'a> {
    vfs: &'a dyn Vfs,
    game: &'a Game,
    component: &'a Component,
    ink: Ink,
    folder: String,
    files: &'a GameFiles,
    reading: Reading<'a>,
    kept: &'a RenderCache,
    /// Takes notes about the files read.
    reporter: &'a Reporter,
}

impl<'a> Library<'a> {
    pub fn open(
        vfs: &'a dyn Vfs,
        pieces: Pieces<'a>,
        options: &DrawOptions<'a>,
        letters: Letters<'a>,
        reporter: &'a Reporter,
    ) -> Self {
        let Pieces { game, component } = pieces;
        let DrawOptions { ink, kept, files, .. } = *options;
        let folder = read::folder(&game.id);
        let reading = Reading { pictures: Pictures::new(vfs), letters };
        Self { vfs, game, component, ink, folder, files, reading, kept, reporter }
    }

    pub fn load(&self, request: &LoadRequest) -> Result<Loaded, Vec<Diagnostic>> {
        match request {
            LoadRequest::Template(variant) => self.template(variant),
            LoadRequest::Art(name) => self.drawing("art", name, Loaded::Art),
            LoadRequest::Picture(name) => self.drawing("book", name, Loaded::Picture),
            LoadRequest::Mark(name) => {
                let paths = [format!("{}/icons/{name}.svg", self.folder), format!("{SHARED_MARKS}/{name}.svg")];
                let Some(path) = paths.into_iter().find_map(|path| self.there(&path)) else {
                    return Ok(Loaded::Nothing);
                };
                let read = self.kept.drawing(&path, || self.read(&path))?;
                let DrawnMark { mark, has_background } = read.mark();
                let (mark, has_background) = (Arc::clone(mark), *has_background);
                self.reported(read);
                if has_background {
                    let what = format!("background of icon `{name}` ignored: only its foreground is printed");
                    let at = Span::file(&Source::new(path.as_str(), ""));
                    self.reporter.report(Diagnostic::note(Code::MARK_BACKGROUND, at, what));
                }
                Ok(Loaded::Mark(name.clone(), mark))
            }
        }
    }

    /// Returns the first of some files that exists.
    fn first(&self, paths: &[String]) -> Result<Option<Arc<Source>>, Vec<Diagnostic>> {
        let Some(path) = paths.iter().find(|path| self.vfs.has(path)) else { return Ok(None) };
        read::text_file(self.vfs, path).map(Some).map_err(|diagnostic| vec![diagnostic])
    }

    /// Returns a drawing of a folder of the game, or its lighter version to save ink.
    fn drawing(
        &self,
        below: &str,
        name: &str,
        loaded: fn(String, Arc<Drawing>) -> Loaded,
    ) -> Result<Loaded, Vec<Diagnostic>> {
        let full = format!("{}/{below}", self.folder);
        let low = format!("{full}/low-ink");
        let folders = if self.ink == Ink::Low { vec![low, full] } else { vec![full] };
        // Unprintable types are looked up as well, to name them in the error.
        let endings = ART_ENDINGS.iter().chain(&UNPRINTABLE_ENDINGS).filter(|_| art_stem(name).is_none());
        let is_there = |folder: &&String| self.files.may_have(&format!("{folder}/{name}"));
        let paths = folders.iter().filter(is_there).flat_map(|folder| {
            let with_ending = endings.clone().map(move |ending| format!("{folder}/{name}.{ending}"));
            with_ending.chain([format!("{folder}/{name}")])
        });
        let Some(path) = paths.into_iter().find_map(|path| self.there(&path)) else { return Ok(Loaded::Nothing) };
        Ok(loaded(name.to_owned(), self.reported(self.kept.drawing(&path, || self.read(&path))?)))
    }

    /// Returns the path of an existing file, ignoring the case of its extension; a link may be broken.
    fn there(&self, path: &str) -> Option<String> {
        let there = self.files.path(path)?;
        self.vfs.has(there).then(|| there.to_owned())
    }

    /// Reads a drawing, or a picture in dots.
    fn read(&self, path: &str) -> Result<Read, Vec<Diagnostic>> {
        if !path.to_lowercase().ends_with(".svg") {
            return read_picture(path, &self.reading);
        }
        let bytes = self.vfs.read(path).map_err(|error| vec![error.into()])?;
        if let Some(format) = Format::of(&bytes).filter(|format| *format != Format::Svg) {
            let at = Span::file(&Source::new(path, ""));
            return Err(vec![unprintable(&RasterError::Format(format), at)]);
        }
        let source = read::text_of(path, bytes.into_owned()).map_err(|diagnostic| vec![diagnostic])?;
        read_drawing(&source, &self.reading)
    }

    /// Returns a drawing after reporting its diagnostics.
    fn reported(&self, read: Read) -> Arc<Drawing> {
        self.reporter.report_all(read.diagnostics);
        read.drawing
    }

    fn template(&self, variant: &Variant) -> Result<Loaded, Vec<Diagnostic>> {
        let Variant { template: name, kind, face_kind, set, colour_rules } = variant;
        let own = format!("{}/templates/{name}.svg", self.folder);
        let shared = format!("templates/{name}.svg");
        let Some(source) = self.first(&[own, shared])? else { return Err(vec![self.no_template(name)]) };
        let of_kind = kind.map(|kind| &self.component.kinds[kind]);
        let palette = self.game.palette_of(*set, *face_kind, of_kind, colour_rules);
        let shared = kind.is_none().then(|| self.game.face_kinds[*face_kind].id.as_str());
        let (colours, format) = (Colours::new(&palette, self.ink, shared), &self.component.format);
        let is_panel = self.component.piece.panel.is_some();
        let read = |colours: &Colours| template::read(&source, colours, format, is_panel);
        let template = self.kept.template(&source, colours, format, is_panel, read)?;
        self.reporter.report_all(template.warnings.iter().cloned());
        Ok(Loaded::Template(variant.clone(), template))
    }

    fn no_template(&self, name: &str) -> Diagnostic {
        let faces = self.component.cards.iter().flat_map(|card| &card.faces);
        let at = faces
            .map(|face| &face.template)
            .find(|template| template.value == name)
            .map(|template| template.at.clone());
        // Templates of the program are those of other games, where this one has its own.
        let own = drawings(self.vfs, &format!("{}/templates", self.folder));
        let names = if own.is_empty() { drawings(self.vfs, "templates") } else { own };
        Diagnostic::error(Code::TEMPLATE_MISSING, at, format!("missing template `{name}`"))
            .suggest(name, names.iter().map(String::as_str))
            .hint(format!("or create `{}/templates/{name}.svg`", self.folder))
    }
}
