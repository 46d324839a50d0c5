//! Long texts in parts.

use crate::references::OPTIONS;
use pulldown_cmark::Parser;

/// Splits a text into parts of at most `max` characters, at a heading if possible, else between blocks, else between
/// lines, else anywhere. Joined, the parts are the text.
pub(crate) fn parts(text: &str, max: usize) -> Vec<&str> {
    let (mut blocks, mut headings) = (Vec::new(), Vec::new());
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        match event {
            pulldown_cmark::Event::Start(tag) => {
                if depth == 0 {
                    blocks.push(range.start);
                    if matches!(tag, pulldown_cmark::Tag::Heading { .. }) {
                        headings.push(range.start);
                    }
                }
                depth += 1;
            }
            pulldown_cmark::Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(rest) = text.get(from..) {
        let Some((limit, _)) = rest.char_indices().nth(max) else {
            found.push(rest);
            break;
        };
        let limit = from + limit;
        // With parts of less than half the length, there would be many.
        let least = from + (limit - from) / 2;
        let last = |places: &[usize]| {
            let fits = places.partition_point(|place| *place <= limit);
            places.get(..fits)?.last().copied().filter(|place| *place > least)
        };
        let line = || text.get(from..limit)?.rfind('\n').map(|at| from + at + 1).filter(|place| *place > least);
        let end = last(&headings).or_else(|| last(&blocks)).or_else(line).unwrap_or(limit);
        found.extend(text.get(from..end));
        from = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_begin_at_headings_and_nothing_is_lost() {
        let text = "# One\n\naaaa\n\n# Two\n\nbbbb\n\n# Three\n\n```\n# code\n```\n";
        let found = parts(text, 30);
        assert_eq!(found.concat(), text);
        assert_eq!(found, ["# One\n\naaaa\n\n# Two\n\nbbbb\n\n", "# Three\n\n```\n# code\n```\n"]);
    }

    #[test]
    fn a_text_without_places_is_cut_at_the_limit() {
        let text = "\u{e9}".repeat(25);
        let found = parts(&text, 10);
        assert_eq!(found.iter().map(|part| part.chars().count()).collect::<Vec<_>>(), [10, 10, 5]);
        assert_eq!(parts("short", 10), ["short"]);
    }
}
