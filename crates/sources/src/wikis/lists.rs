//! Lists out of lines with a depth, as all three syntaxes write them.

use crate::wikis::markdown::{BREAK, guard, prefixed};

const MAX_LIST_DEPTH: usize = 12;

#[derive(Debug)]
pub struct Item {
    /// From 1.
    pub depth: usize,
    pub ordered: bool,
    /// Markdown; further lines belong to the item.
    pub text: String,
}

struct Level {
    ordered: bool,
    number: usize,
    indent: usize,
}

pub fn render(items: &[Item]) -> String {
    let mut out = String::new();
    let mut levels: Vec<Level> = Vec::new();
    for item in items {
        let depth = item.depth.clamp(1, MAX_LIST_DEPTH).min(levels.len() + 1);
        levels.truncate(depth);
        if levels.len() == depth && levels.last().is_some_and(|level| level.ordered != item.ordered) {
            levels.pop();
            if levels.is_empty() {
                out.push('\n');
            }
        }
        if levels.len() < depth {
            let indent = levels.last().map_or(0, |level| level.indent + if level.ordered { 3 } else { 2 });
            levels.push(Level { ordered: item.ordered, number: 0, indent });
        }
        let Some(level) = levels.last_mut() else { continue };
        level.number += 1;
        let marker = if item.ordered { format!("{}. ", level.number) } else { "- ".to_owned() };
        let lead = " ".repeat(level.indent);
        let inner = format!("{lead}{}", if item.ordered { "   " } else { "  " });
        if !out.is_empty() {
            out.push('\n');
        }
        let text = item.text.trim().replace(BREAK, "\\\n");
        let (first, rest) = text.split_once('\n').map_or((&*text, None), |(first, rest)| (first, Some(rest)));
        out.extend([lead.as_str(), marker.as_str(), guard(first).as_ref()]);
        if let Some(rest) = rest {
            out.push('\n');
            out.push_str(&prefixed(&inner, rest));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(depth: usize, ordered: bool, text: &str) -> Item {
        Item { depth, ordered, text: text.to_owned() }
    }

    #[test]
    fn lists_nest_and_number() {
        let items = [item(1, true, "a"), item(2, false, "b"), item(2, false, "c\nd"), item(1, true, "e")];
        assert_eq!(render(&items), "1. a\n   - b\n   - c\n     d\n2. e");
    }

    #[test]
    fn a_jump_in_depth_is_one_level() {
        assert_eq!(render(&[item(1, false, "a"), item(9, false, "b")]), "- a\n  - b");
    }

    #[test]
    fn another_marker_begins_another_list() {
        assert_eq!(render(&[item(1, false, "a"), item(1, true, "b")]), "- a\n\n1. b");
    }
}
