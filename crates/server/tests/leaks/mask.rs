//! Replaces values that differ between any two archives: ids, revisions of drafts, times, incident numbers and cursors.

use std::collections::HashMap;

/// Names each masked value by the order of its first appearance.
#[derive(Default)]
pub struct Mask(HashMap<String, usize>);

/// A value that differs in any two archives, by its form.
#[derive(Clone, Copy)]
struct Form {
    name: &'static str,
    /// `h` is a hexadecimal digit, `d` a decimal one; other characters represent themselves.
    pattern: &'static str,
}

const FORMS: [Form; 4] = [
    Form { name: "revision", pattern: "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh" },
    Form { name: "id", pattern: "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh" },
    Form { name: "time", pattern: "dddd-dd-ddTdd:dd:dd.dddZ" },
    // Gaps in incident numbers are a documented exception.
    Form { name: "incident", pattern: "IR-dddddd" },
];

impl Form {
    fn fits(self, text: &[u8]) -> bool {
        text.len() >= self.pattern.len()
            && self.pattern.bytes().zip(text).all(|(wanted, given)| match wanted {
                b'h' => given.is_ascii_digit() || (b'a'..=b'f').contains(given),
                b'd' => given.is_ascii_digit(),
                wanted => wanted == *given,
            })
    }
}

/// Returns the text with each id, time and incident number replaced by the result of `name` for its kind and value.
fn replaced(text: &str, mut name: impl FnMut(&str, &str) -> String) -> String {
    let (mut shown, mut done, mut at) = (String::with_capacity(text.len()), 0, 0);
    // By bytes and in blocks, because this processes every response without compiler optimization.
    while let Some(found) =
        text.as_bytes()[at..].iter().position(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'I'))
    {
        at += found;
        if let Some(form) = FORMS.into_iter().find(|form| form.fits(&text.as_bytes()[at..])) {
            shown.push_str(&text[done..at]);
            done = at + form.pattern.len();
            shown.push_str(&name(form.name, &text[at..done]));
            at = done;
        } else {
            at += 1;
        }
    }
    shown + &text[done..]
}

/// Returns the text with its ids, times and incident numbers replaced by their kind. For texts whose order follows the
/// ids.
pub fn unnumbered(text: &str) -> String {
    replaced(text, |kind, _| format!("<{kind}>"))
}

impl Mask {
    fn name(&mut self, kind: &str, value: &str) -> String {
        let next = self.0.len();
        format!("<{kind} {}>", self.0.entry(value.to_owned()).or_insert(next))
    }

    /// Returns the text with its ids, times and incident numbers replaced by names.
    pub fn text(&mut self, text: &str) -> String {
        replaced(text, |kind, value| self.name(kind, value))
    }

    /// Returns a link to the next page with its cursor replaced by a name. Cursors are sealed, so they reveal no
    /// position.
    pub fn link(&mut self, link: &str) -> String {
        let Some((before, rest)) = link.split_once("after=") else { return self.text(link) };
        let end = rest.find(['&', '>']).unwrap_or(rest.len());
        let (cursor, rest) = rest.split_at(end);
        format!("{}after={}{rest}", self.text(before), self.name("cursor", cursor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_get_equal_names_and_other_text_is_unchanged() {
        let mut mask = Mask::default();
        let (one, other) = ("3fa9c1d2-0000-4000-8000-00000000000a", "3fa9c1d2-0000-4000-8000-00000000000b");
        let text = format!("{one} ü {other} {one} 2026-11-21T07:32:00.000Z IR-000123 IR-12");
        assert_eq!(mask.text(&text), "<id 0> ü <id 1> <id 0> <time 2> <incident 3> IR-12");
        assert_eq!(unnumbered(&text), "<id> ü <id> <id> <time> <incident> IR-12");
        assert_eq!(mask.text("DOC-3fa9c1d2-0000"), "DOC-3fa9c1d2-0000");
        assert_eq!(mask.link("</api?limit=2&after=abc_-1>; rel"), "</api?limit=2&after=<cursor 4>>; rel");
    }
}
