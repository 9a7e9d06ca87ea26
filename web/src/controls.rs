//! The controls on the screen, handed to the page, which lays elements over the canvas for screen readers.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use egui::accesskit::{Action, Live, Toggled};
use egui::{Context, FullOutput};
use serde::Serialize;

use crate::host::Host;

/// A control.
#[derive(Serialize)]
struct ControlInfo {
    /// In letters: JavaScript's numbers have fewer places.
    id: String,
    label: String,
    /// True if it is one of several that can be chosen, and whether it is.
    chosen: Option<bool>,
    off: bool,
    /// Left, top, width, height in points.
    place: [f64; 4],
}

thread_local! {
    /// The receiver; the toolkit requires `Send` of what it calls, and a page has one thread.
    static HOST: RefCell<Option<Rc<Host>>> = const { RefCell::new(None) };
}

/// Forwards the toolkit's accessibility tree, which egui doesn't expose on the web.
#[derive(Default)]
pub struct AccessibilityBridge {
    last: String,
    news: String,
}

impl AccessibilityBridge {
    /// Reports to a page.
    pub fn new(host: Rc<Host>) -> Self {
        HOST.set(Some(host));
        Self::default()
    }
}

impl egui::Plugin for AccessibilityBridge {
    fn debug_name(&self) -> &'static str {
        "controls told to the page"
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(update) = &output.platform_output.accesskit_update else { return };
        let news = update.nodes.iter().find(|(_, node)| node.live() == Some(Live::Polite));
        let news = news.and_then(|(_, node)| node.value()).unwrap_or_default();
        if news != self.news {
            news.clone_into(&mut self.news);
            HOST.with_borrow(|host| host.iter().for_each(|host| host.news(news)));
        }
        // The page measures in its own points, independent of the screens' zoom.
        let zoom = f64::from(ctx.zoom_factor());
        let controls = update.nodes.iter().filter_map(|(id, node)| {
            let (bounds, label) = (node.bounds()?, node.label()?);
            let place = [bounds.x0, bounds.y0, bounds.width(), bounds.height()].map(|length| length * zoom);
            node.supports_action(Action::Click).then(|| ControlInfo {
                id: id.0.to_string(),
                label: label.to_owned(),
                chosen: node.toggled().map(|toggled| toggled == Toggled::True).or(node.is_selected()),
                off: node.is_disabled(),
                place,
            })
        });
        let mut controls: Vec<ControlInfo> = controls.collect();
        // As they are read: row by row, but all controls of one player together, where the first of them is.
        let place = |control: &ControlInfo| (control.place[1], control.place[0]);
        controls.sort_by(|a, b| place(a).partial_cmp(&place(b)).unwrap_or(Ordering::Equal));
        let mut first: HashMap<String, usize> = HashMap::new();
        let mut order = Vec::new();
        for (index, control) in controls.iter().enumerate() {
            let owner =
                control.label.split_once(": ").map_or_else(|| control.id.clone(), |(owner, _)| owner.to_owned());
            order.push((*first.entry(owner).or_insert(index), index));
        }
        let mut ordered: Vec<_> = order.into_iter().zip(controls).collect();
        ordered.sort_by_key(|(order, _)| *order);
        let controls: Vec<ControlInfo> = ordered.into_iter().map(|(_, control)| control).collect();
        if let Ok(text) = serde_json::to_string(&controls)
            && text != self.last
        {
            HOST.with_borrow(|host| host.iter().for_each(|host| host.controls(&text)));
            self.last = text;
        }
    }
}
