//! Texts with portions. For the reader they are the same in both archives of a pair; above the reader's level they
//! differ.

use crate::chance::Chance;
use std::fmt::Write as _;

/// A text with passages above a reader's level, whose content differs between the archives of a pair.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// The words that every reader sees.
    pub words: String,
    /// The levels of the passages in order, and whether each is a block.
    bars: Vec<(u8, bool)>,
}

impl Text {
    /// Returns a text without portions.
    pub const fn plain(words: String) -> Self {
        Self { words, bars: Vec::new() }
    }

    /// Chooses a text for a reader of this level: words, links, and in a third of the cases portions above the level.
    pub fn choose(chance: &mut Chance, level: u8, titles: &[String]) -> Self {
        let length = 2 + chance.below(30);
        let mut words = chance.words(length);
        match chance.below(6) {
            0 => write!(words, " [[{}]]", chance.secret_word()).unwrap(),
            1 if !titles.is_empty() => {
                write!(words, " [[{}]]", titles[chance.below(titles.len())]).unwrap();
            }
            _ => {}
        }
        let bars = match chance.below(6) {
            0 => 1,
            1 => 1 + chance.below(3),
            _ => 0,
        };
        let bars = (0..bars).map(|_| (chance.level(level + 1, 5), chance.below(2) == 0)).collect();
        Self { words, bars }
    }

    /// Returns the text with inline portions only, for texts of one line.
    pub fn inline(mut self) -> Self {
        for (_, is_block) in &mut self.bars {
            *is_block = false;
        }
        self
    }

    /// Returns whether a part of the text is withheld from the reader.
    pub fn is_cut(&self) -> bool {
        !self.bars.is_empty()
    }

    /// Returns the Markdown with this secret in each portion.
    pub fn with(&self, secret: &str) -> String {
        self.written(|level, is_block| {
            if is_block { format!(":::level {level}\n{secret}\n:::") } else { format!("{{{{{level}|{secret}}}}}") }
        })
    }

    /// Returns a text with other words and the bars of this text, as the reader, who does not see the portions, would
    /// send it.
    pub fn rewritten(&self, words: &str) -> Self {
        Self { words: words.to_owned(), bars: self.bars.clone() }
    }

    /// Returns the Markdown that the reader sees.
    pub fn withheld(&self) -> String {
        self.written(
            |level, is_block| {
                if is_block { format!(":::withheld {level}\n:::") } else { format!("{{{{withheld {level}}}}}") }
            },
        )
    }

    fn written(&self, portion: impl Fn(u8, bool) -> String) -> String {
        let mut text = self.words.clone();
        for (level, is_block) in &self.bars {
            let gap = if *is_block { "\n\n" } else { " " };
            write!(text, "{gap}{}{gap}and on", portion(*level, *is_block)).unwrap();
        }
        text
    }
}
