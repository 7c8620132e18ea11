//! Which answers of many are seen: those around the current one, as many as the rows hold.

use super::wrap::cut;
use super::{Layout, Line, Role};

/// The answers that are seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Their lines, with those that say how many are above and below; no more than the window has.
    pub lines: Vec<Line>,
    /// The first that is seen, as its place among those given; hand it in again the next time.
    pub top: usize,
    /// How many are seen, which is how far a page goes.
    pub page: usize,
}

impl Layout<'_> {
    /// Draws the answers at `places`, which stand in the full list so, with the one at `current` of them
    /// marked. `top` is the first that was seen before. Where all fit, all are seen.
    pub fn seen(&self, places: &[usize], current: usize, top: usize) -> Seen {
        let window = self.window();
        let current = current.min(places.len().saturating_sub(1));
        if let Some(lines) = self.whole(places, current, window) {
            return Seen { lines, top: 0, page: places.len() };
        }
        let room = window.saturating_sub(usize::from(self.limits.list_more_rows)).max(1);
        let draw = |index: usize| places.get(index).map(|place| self.answer(*place, index == current));
        let mut marked = draw(current).unwrap_or_default();
        marked.truncate(room);
        let (mut lines, mut used) = (vec![(current, marked)], 0);
        used += lines.iter().map(|(_, one)| one.len()).sum::<usize>();
        // First back to where the list began before, then on, then back again where the end left room.
        let mut first = current;
        let mut back = |lines: &mut Vec<(usize, Vec<Line>)>, used: &mut usize, least: usize| {
            while first > least
                && let Some(one) = draw(first - 1)
                && *used + one.len() <= room
            {
                first -= 1;
                *used += one.len();
                lines.push((first, one));
            }
        };
        back(&mut lines, &mut used, top.min(current));
        let mut last = current;
        while let Some(one) = draw(last + 1)
            && used + one.len() <= room
        {
            last += 1;
            used += one.len();
            lines.push((last, one));
        }
        back(&mut lines, &mut used, 0);
        lines.sort_by_key(|(index, _)| *index);
        let page = lines.len();
        let more = |count: usize, way: &str| {
            if count == 0 {
                return Line::blank();
            }
            let said = cut(&format!("{count} more {way}"), self.measure(), self.frame.ascii);
            Line::indented(super::INDENT, said, Role::Aside)
        };
        let top = first;
        let mut seen = vec![more(top, "above")];
        seen.extend(lines.into_iter().flat_map(|(_, one)| one));
        seen.push(more(places.len().saturating_sub(last + 1), "below"));
        Seen { lines: seen, top, page }
    }

    /// Every answer, where the window holds them all.
    fn whole(&self, places: &[usize], current: usize, window: usize) -> Option<Vec<Line>> {
        let mut lines = Vec::new();
        for (index, place) in places.iter().enumerate() {
            lines.extend(self.answer(*place, index == current));
            if lines.len() > window {
                return None;
            }
        }
        Some(lines)
    }
}
