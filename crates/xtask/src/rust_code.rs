//! Rust source as a tree of tokens, without comments. Words inside strings do not count as code.
//!
//! Tokens are used instead of a full parse because the rules also apply inside macros, where a parser sees nothing.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// The tokens of one file.
pub struct Code {
    tokens: Vec<TokenTree>,
}

impl Code {
    /// Parses a file. Fails if it is not Rust.
    pub fn parse(text: &str) -> Result<Self, String> {
        let stream: TokenStream = text.parse().map_err(|error| format!("is not Rust: {error}"))?;
        Ok(Self { tokens: stream.into_iter().collect() })
    }

    /// The code without items that are compiled only for tests.
    pub fn without_tests(&self) -> Self {
        Self { tokens: drop_test_items(&self.tokens) }
    }

    /// The code without the modules of this name that are written out in it.
    pub fn outside_modules(&self, name: &str) -> Self {
        Self { tokens: drop_modules(&self.tokens, name) }
    }

    /// Calls `look` with every sequence of tokens: the top level and the inside of every bracket.
    pub fn each_level(&self, look: &mut dyn FnMut(&[TokenTree])) {
        each_level(&self.tokens, look);
    }

    /// The names of modules that are declared here and compiled only for tests.
    pub fn test_modules(&self) -> Vec<String> {
        let mut modules = Vec::new();
        self.each_level(&mut |level| {
            for (index, window) in level.windows(2).enumerate() {
                if !is_test_attribute(window) {
                    continue;
                }
                let rest = level.get(index + 2..).unwrap_or_default();
                let mut words = rest.iter().filter(|token| !is_word(token, "pub"));
                if let (Some(first), Some(TokenTree::Ident(name)), Some(TokenTree::Punct(end))) =
                    (words.next(), words.next(), words.next())
                    && is_word(first, "mod")
                    && end.as_char() == ';'
                {
                    modules.push(name.to_string());
                }
            }
        });
        modules
    }
}

/// The line on which a token starts, from 1.
pub fn line_of(token: &TokenTree) -> usize {
    token.span().start().line
}

pub fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if *ident == word)
}

/// Whether a token is this punctuation.
pub fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// The group with this bracket, if the token is one.
pub fn bracket(token: &TokenTree, kind: Delimiter) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == kind => Some(group),
        _ => None,
    }
}

/// The tokens inside the attribute `#[...]` at the start of a sequence.
pub fn attribute(tokens: &[TokenTree]) -> Option<Vec<TokenTree>> {
    match tokens {
        [sign, group, ..] if is_sign(sign, '#') => {
            bracket(group, Delimiter::Bracket).map(|group| group.stream().into_iter().collect())
        }
        _ => None,
    }
}

/// Whether the sequence starts with a path such as `utoipa::path`.
pub fn starts_with_path(tokens: &[TokenTree], path: &[&str]) -> bool {
    let mut tokens = tokens.iter();
    path.iter().enumerate().all(|(index, word)| {
        let separated = index == 0
            || (tokens.next().is_some_and(|token| {
                matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':' && punct.spacing() == Spacing::Joint)
            }) && tokens.next().is_some_and(|token| is_sign(token, ':')));
        separated && tokens.next().is_some_and(|token| is_word(token, word))
    })
}

fn each_level(tokens: &[TokenTree], look: &mut dyn FnMut(&[TokenTree])) {
    look(tokens);
    for token in tokens {
        if let TokenTree::Group(group) = token {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            each_level(&inside, look);
        }
    }
}

/// Whether these tokens start with an attribute that compiles an item only for tests: `#[cfg(test)]`, in any
/// combination except `not(..)`.
fn is_test_attribute(tokens: &[TokenTree]) -> bool {
    let Some(inside) = attribute(tokens) else { return false };
    match inside.as_slice() {
        [word, condition] if is_word(word, "cfg") => {
            bracket(condition, Delimiter::Parenthesis).is_some_and(|group| mentions_test(group.stream()))
        }
        _ => false,
    }
}

fn mentions_test(condition: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = condition.into_iter().collect();
    tokens.iter().enumerate().any(|(index, token)| match token {
        TokenTree::Group(group) => {
            let negated =
                index.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|word| is_word(word, "not"));
            !negated && mentions_test(group.stream())
        }
        _ => is_word(token, "test"),
    })
}

/// Removes `mod name { .. }` at every level.
fn drop_modules(tokens: &[TokenTree], name: &str) -> Vec<TokenTree> {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some((first, after)) = rest.split_first() {
        if let [word, called, body, after @ ..] = rest
            && is_word(word, "mod")
            && is_word(called, name)
            && bracket(body, Delimiter::Brace).is_some()
        {
            rest = after;
            continue;
        }
        kept.push(match first {
            TokenTree::Group(group) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                regrouped(group, drop_modules(&inside, name))
            }
            other => other.clone(),
        });
        rest = after;
    }
    kept
}

/// The group with other tokens inside.
fn regrouped(group: &Group, inside: Vec<TokenTree>) -> TokenTree {
    let mut other = Group::new(group.delimiter(), inside.into_iter().collect());
    other.set_span(group.span());
    TokenTree::Group(other)
}

/// Removes each test attribute with its item, up to the end of its body or to its semicolon.
fn drop_test_items(tokens: &[TokenTree]) -> Vec<TokenTree> {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some((first, after)) = rest.split_first() {
        if is_test_attribute(rest) {
            let end = rest
                .iter()
                .position(|token| is_sign(token, ';') || bracket(token, Delimiter::Brace).is_some())
                .map_or(rest.len(), |end| end + 1);
            rest = rest.get(end..).unwrap_or_default();
            continue;
        }
        kept.push(match first {
            TokenTree::Group(group) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                regrouped(group, drop_test_items(&inside))
            }
            other => other.clone(),
        });
        rest = after;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(code: &Code) -> Vec<String> {
        let mut words = Vec::new();
        code.each_level(&mut |level| {
            words.extend(level.iter().filter_map(|token| match token {
                TokenTree::Ident(ident) => Some(ident.to_string()),
                _ => None,
            }));
        });
        words
    }

    #[test]
    fn only_test_items_are_removed() {
        let code = Code::parse(
            "fn kept() { inner(); #[cfg(test)] { gone() } }
             #[cfg(test)] mod tests { fn gone() {} }
             #[cfg(all(test, unix))] use gone::now;
             #[cfg(not(test))] fn stays() {}
             #[cfg(test)] #[path = \"x\"] mod gone;
             fn last() {}",
        )
        .unwrap();
        let words = words(&code.without_tests());
        assert!(!words.contains(&"gone".to_owned()), "{words:?}");
        for word in ["kept", "inner", "stays", "last"] {
            assert!(words.contains(&word.to_owned()), "{word} in {words:?}");
        }
    }

    #[test]
    fn test_modules_are_named() {
        let code =
            Code::parse("mod real; #[cfg(test)] mod tests; #[cfg(test)] pub mod probe; #[cfg(test)] mod inside {}")
                .unwrap();
        assert_eq!(code.test_modules(), ["tests", "probe"]);
    }

    #[test]
    fn path_matches_exactly() {
        let tokens = |text: &str| text.parse::<TokenStream>().unwrap().into_iter().collect::<Vec<_>>();
        assert!(starts_with_path(&tokens("utoipa::path(get)"), &["utoipa", "path"]));
        assert!(!starts_with_path(&tokens("utoipa::paths"), &["utoipa", "path"]));
        assert!(!starts_with_path(&tokens("path(get)"), &["utoipa", "path"]));
    }
}
