//! The controls on the screen, handed to the page, which lays elements over the canvas for screen readers.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;

use egui::accesskit::{Action, Toggled};
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

/// Hands on what the toolkit tells assistive programs, which it keeps to itself in a page.
#[derive(Default)]
pub struct AccessibilityBridge {
    last: String,
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

    fn output_hook(&mut self, _ctx: &Context, output: &mut FullOutput) {
        let Some(update) = &output.platform_output.accesskit_update else { return };
        let controls = update.nodes.iter().filter_map(|(id, node)| {
            let (bounds, label) = (node.bounds()?, node.label()?);
            let place = [bounds.x0, bounds.y0, bounds.width(), bounds.height()];
            node.supports_action(Action::Click).then(|| ControlInfo {
                id: id.0.to_string(),
                label: label.to_owned(),
                chosen: node.toggled().map(|toggled| toggled == Toggled::True).or(node.is_selected()),
                off: node.is_disabled(),
                place,
            })
        });
        let mut controls: Vec<ControlInfo> = controls.collect();
        // As they are read: row by row.
        controls
            .sort_by(|a, b| (a.place[1], a.place[0]).partial_cmp(&(b.place[1], b.place[0])).unwrap_or(Ordering::Equal));
        if let Ok(text) = serde_json::to_string(&controls)
            && text != self.last
        {
            HOST.with_borrow(|host| host.iter().for_each(|host| host.controls(&text)));
            self.last = text;
        }
    }
}
