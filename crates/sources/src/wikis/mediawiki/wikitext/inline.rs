//! The markup inside of lines.

use super::Converter;
use crate::wikis::find::{Finder, MAX_DEPTH, bare_url_length, char_before, cut, from, lines_in, pairs, url_length};
use crate::wikis::markdown::{auto_link, escape, wrap};

enum Token {
    Text(String),
    /// How many apostrophes.
    Quotes(usize),
    LineEnd,
}

impl Converter<'_, '_> {
    /// Of prepared text; lines keep their ends.
    pub(super) fn words(&mut self, text: &str, line: usize, depth: usize) -> String {
        if depth > MAX_DEPTH {
            return escape(&self.pieces.raw(text), true);
        }
        let links = if text.contains("[[") { pairs(text, b'[', b']', false) } else { std::collections::HashMap::new() };
        let mut finder = Finder::new(text);
        let mut tokens = Vec::new();
        let (mut at, mut plain, mut here, mut counted) = (0, 0, line, 0);
        let special = |letter: char| matches!(letter, '[' | '\'' | '\n' | '\u{E000}' | ':');
        while let Some(found) = from(text, at).find(special) {
            let position = at + found;
            let rest = from(text, position);
            let mut end = position + rest.chars().next().map_or(1, char::len_utf8);
            let mut token = None;
            let mut start = position;
            match rest.chars().next() {
                Some('\n') => token = Some(Token::LineEnd),
                Some('\'') => {
                    let run = rest.bytes().take_while(|byte| *byte == b'\'').count();
                    end = position + run;
                    if run >= 2 {
                        start = position + run.saturating_sub(5) + usize::from(run == 4);
                        token = Some(Token::Quotes(end - start));
                    }
                }
                Some('\u{E000}') => {
                    if let Some((piece, length)) = self.pieces.at(rest) {
                        end = position + length;
                        token = Some(Token::Text(piece.markdown.clone()));
                    }
                }
                Some('[') => {
                    here += lines_in(cut(text, counted, position));
                    counted = position;
                    if let Some(close) = links.get(&position).copied() {
                        let (markdown, taken) =
                            self.wiki_link(cut(text, position + 2, close - 2), from(text, close), here);
                        end = close + taken;
                        token = Some(Token::Text(markdown));
                    } else if url_length(from(rest, 1)).is_some()
                        && let Some(close) = finder.find("]", position)
                        && finder.find("\n", position).is_none_or(|end| end > close)
                        && let Some(markdown) = self.outside_link(rest, close - position, here, depth)
                    {
                        end = close + 1;
                        token = Some(Token::Text(markdown));
                    }
                }
                _ => {
                    if let Some(scheme) = scheme_before(text, position)
                        && scheme >= plain
                        && char_before(text, scheme).is_none_or(|before| !before.is_alphanumeric())
                        && let Some(length) = bare_url_length(from(text, scheme))
                    {
                        start = scheme;
                        end = scheme + length;
                        token = Some(Token::Text(auto_link(cut(text, scheme, end))));
                    }
                }
            }
            if let Some(token) = token {
                if start > plain {
                    let mut words = escape(cut(text, plain, start), true);
                    if words.ends_with('!') && matches!(&token, Token::Text(next) if next.starts_with('[')) {
                        words.insert(words.len() - 1, '\\');
                    }
                    tokens.push(Token::Text(words));
                }
                tokens.push(token);
                plain = end;
            }
            at = end;
        }
        if plain < text.len() {
            tokens.push(Token::Text(escape(from(text, plain), true)));
        }
        let lines = tokens.split(|token| matches!(token, Token::LineEnd)).map(emphasised);
        lines.collect::<Vec<_>>().join("\n")
    }
}

fn scheme_before(text: &str, colon: usize) -> Option<usize> {
    ["https", "http", "ftp", "mailto"].iter().find_map(|scheme| {
        let start = colon.checked_sub(scheme.len())?;
        text.get(start..colon)?.eq_ignore_ascii_case(scheme).then_some(start)
    })
}

/// As MediaWiki does it: marks end with the line, and an odd number of both kinds makes one bold mark an apostrophe.
fn emphasised(tokens: &[Token]) -> String {
    let count = |kinds: [usize; 2]| {
        tokens.iter().filter(|token| matches!(token, Token::Quotes(number) if kinds.contains(number))).count()
    };
    let odd = count([2, 5]) % 2 == 1 && count([3, 5]) % 2 == 1;
    let mut apostrophe = odd;
    let mut out = String::new();
    let mut open: Vec<(&'static str, String)> = Vec::new();
    for token in tokens {
        match token {
            Token::Text(text) => open.last_mut().map_or(&mut out, |(_, inner)| inner).push_str(text),
            Token::Quotes(2) => toggle(&mut open, &mut out, "*"),
            Token::Quotes(3) if apostrophe => {
                apostrophe = false;
                open.last_mut().map_or(&mut out, |(_, inner)| inner).push('\'');
                toggle(&mut open, &mut out, "*");
            }
            Token::Quotes(3) => toggle(&mut open, &mut out, "**"),
            Token::Quotes(_) => {
                let italic_last = open.last().is_some_and(|(marker, _)| *marker == "*");
                for marker in if italic_last { ["*", "**"] } else { ["**", "*"] } {
                    toggle(&mut open, &mut out, marker);
                }
            }
            Token::LineEnd => {}
        }
    }
    while let Some((marker, inner)) = open.pop() {
        open.last_mut().map_or(&mut out, |(_, outer)| outer).push_str(&wrap(marker, &inner));
    }
    out
}

fn toggle(open: &mut Vec<(&'static str, String)>, out: &mut String, marker: &'static str) {
    if !open.iter().any(|(known, _)| *known == marker) {
        open.push((marker, String::new()));
        return;
    }
    let mut again = Vec::new();
    while let Some((known, inner)) = open.pop() {
        open.last_mut().map_or(&mut *out, |(_, outer)| outer).push_str(&wrap(known, &inner));
        if known == marker {
            break;
        }
        again.push(known);
    }
    open.extend(again.into_iter().rev().map(|known| (known, String::new())));
}
