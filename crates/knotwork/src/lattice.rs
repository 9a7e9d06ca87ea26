//! The lattice of a frame, and the strands that run through it.

use kurbo::Vec2;

use super::pattern::Wall;

/// State of a lattice point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    /// Nothing: no strand comes here.
    Empty,
    /// Two strands cross.
    Crossing,
    /// Strands turn back from a wall.
    Wall(Wall),
    /// A corner where a single strand leaves the frame.
    Loose,
}

/// A step to a neighbour: -1 or 1 in x and y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub x: i32,
    pub y: i32,
}

impl Step {
    const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    pub fn vector(self) -> Vec2 {
        Vec2::new(self.x.into(), self.y.into())
    }
}

/// One strand passing one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub x: u32,
    pub y: u32,
    pub into: Step,
    pub out: Step,
    pub site: Site,
}

impl Node {
    /// True if this is a crossing with this strand on top: the falling one at even x, the rising one at odd x.
    /// Between two crossings a strand moves by one in x and keeps falling, or meets a wall that changes both or
    /// neither; so the two kinds alternate along it.
    pub fn over(&self) -> bool {
        (self.into.x == self.into.y) == self.x.is_multiple_of(2)
    }
}

/// Path of a strand: its nodes in order. In a closed one the last is followed by the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strand {
    pub nodes: Vec<Node>,
    pub closed: bool,
}

/// All points of a frame.
pub(super) struct Lattice {
    sites: Vec<Site>,
    columns: u32,
    rows: u32,
    round: bool,
}

const STEPS: [Step; 4] = [Step::new(1, 1), Step::new(1, -1), Step::new(-1, 1), Step::new(-1, -1)];

impl Lattice {
    /// Returns a lattice with x in `0..columns`, y in `0..rows`. On a `round` one the last column neighbours the first,
    /// so their number must be even. `site` is asked only where x + y is odd.
    pub fn new(columns: u32, rows: u32, round: bool, site: impl Fn(u32, u32) -> Site) -> Self {
        let on = |x: u32, y: u32| {
            if (x + y) % 2 == 1 { site(x, y) } else { Site::Empty }
        };
        let sites = (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y)));
        let sites = sites.map(|(x, y)| on(x, y)).collect();
        Self { sites, columns, rows, round }
    }

    /// Returns the index of a point in a table of all points.
    pub fn index(&self, x: u32, y: u32) -> usize {
        x as usize * self.rows as usize + y as usize
    }

    /// Returns the number of points of a table.
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Returns every strand once, in an order that only depends on the lattice.
    pub fn strands(&self) -> Vec<Strand> {
        let mut seen = vec![[false; 4]; self.len()];
        let all = || (0..self.columns).flat_map(|x| (0..self.rows).map(move |y| (x, y)));
        let is_loose = |&(x, y): &(u32, u32)| self.sites[self.index(x, y)] == Site::Loose;
        let mut strands = Vec::new();
        // Loose ends first: a strand entered in its middle would not know where it begins.
        for (x, y) in all().filter(is_loose).chain(all().filter(|p| !is_loose(p))) {
            for step in STEPS {
                if !seen[self.index(x, y)][slot(step)] {
                    strands.extend(self.walk(x, y, step, &mut seen));
                }
            }
        }
        strands
    }

    /// Follows the strand that comes to (x, y) by `step`; `None` if there isn't one.
    fn walk(&self, x: u32, y: u32, step: Step, seen: &mut [[bool; 4]]) -> Option<Strand> {
        let start = (x, y, step);
        let mut nodes = Vec::new();
        let (mut x, mut y, mut into) = start;
        loop {
            let index = self.index(x, y);
            let site = self.sites[index];
            let out = match site {
                Site::Empty => return None,
                Site::Wall(Wall::Horizontal) => Step::new(into.x, -into.y),
                Site::Wall(Wall::Vertical) => Step::new(-into.x, into.y),
                Site::Crossing | Site::Loose => into,
            };
            // Seen from the other end the same strand comes here against `out`.
            seen[index][slot(into)] = true;
            seen[index][slot(Step::new(-out.x, -out.y))] = true;
            nodes.push(Node { x, y, into, out, site });
            if site == Site::Loose && nodes.len() > 1 {
                return Some(Strand { nodes, closed: false });
            }
            (x, y) = self.step(x, y, out)?;
            into = out;
            if (x, y, into) == start {
                return Some(Strand { nodes, closed: true });
            }
        }
    }

    fn step(&self, x: u32, y: u32, step: Step) -> Option<(u32, u32)> {
        let mut x = x.checked_add_signed(step.x);
        if self.round {
            x = x.map_or(Some(self.columns - 1), |x| Some(x % self.columns));
        }
        let y = y.checked_add_signed(step.y);
        Some((x.filter(|x| *x < self.columns)?, y.filter(|y| *y < self.rows)?))
    }
}

fn slot(step: Step) -> usize {
    usize::from(step.x > 0) * 2 + usize::from(step.y > 0)
}
