//! The controls on the screen, handed to the page, which lays elements over the canvas for screen readers.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use egui::accesskit::{Action, Live, Node, NodeId, Role, Toggled};
use egui::{Context, FullOutput};
use serde::Serialize;

use crate::host::Host;

/// A control, or words that no control says.
#[derive(Serialize)]
struct ControlInfo {
    /// In letters: JavaScript's numbers have fewer places.
    id: String,
    label: String,
    /// True if it is one of several that can be chosen, and whether it is.
    chosen: Option<bool>,
    off: bool,
    /// True if it is only read.
    text: bool,
    /// Left, top, width, height in points.
    place: [f64; 4],
    group: Option<GroupInfo>,
}

/// A player or a sheet, whose controls are together.
#[derive(Clone, Serialize)]
struct GroupInfo {
    id: String,
    role: &'static str,
    label: String,
}

/// Adds the controls of a node, in the order in which they are read.
fn collect(
    nodes: &HashMap<NodeId, &Node>,
    id: NodeId,
    zoom: f64,
    group: Option<&GroupInfo>,
    controls: &mut Vec<ControlInfo>,
) {
    let Some(node) = nodes.get(&id) else { return };
    let text = matches!(node.role(), Role::Note | Role::Label);
    // The words of a label are its value.
    if let Some(label) = node.label().or(node.value())
        && (text || node.supports_action(Action::Click))
    {
        let bounds = node.bounds().unwrap_or_default();
        controls.push(ControlInfo {
            id: id.0.to_string(),
            label: label.to_owned(),
            chosen: node.toggled().map(|toggled| toggled == Toggled::True).or(node.is_selected()),
            off: node.is_disabled(),
            text,
            place: [bounds.x0, bounds.y0, bounds.width(), bounds.height()].map(|length| length * zoom),
            group: group.cloned(),
        });
    }
    let role = match node.role() {
        Role::Dialog => Some("dialog"),
        Role::Group => Some("group"),
        _ => None,
    };
    let own =
        role.zip(node.label()).map(|(role, label)| GroupInfo { id: id.0.to_string(), role, label: label.to_owned() });
    for child in node.children() {
        collect(nodes, *child, zoom, own.as_ref().or(group), controls);
    }
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
        let Some(tree) = &update.tree else { return };
        let nodes = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
        let mut controls = Vec::new();
        collect(&nodes, tree.root, zoom, None, &mut controls);
        if let Ok(text) = serde_json::to_string(&controls)
            && text != self.last
        {
            HOST.with_borrow(|host| host.iter().for_each(|host| host.controls(&text)));
            self.last = text;
        }
    }
}
