//! The words and phrases of a search.

/// Maximum number of words of a search that count.
pub(super) const MAX_WORDS: usize = 16;

/// The words that a search result shows and marks: those that the search requires.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Words {
    words: Vec<String>,
    /// Those that may be the start of a longer word.
    open: Vec<bool>,
}

impl Words {
    /// Returns the words of these terms. `None` if there are none.
    fn of(terms: &[Term]) -> Option<Self> {
        let words: Vec<String> = terms.iter().flat_map(Term::words).cloned().collect();
        let open = terms.iter().flat_map(|term| term.words().iter().map(|_| matches!(term, Term::Start(_))));
        (!words.is_empty()).then(|| Self { words, open: open.collect() })
    }

    /// Returns the words as the index stores them: only letters, digits and marks on them; at least one word.
    pub fn as_slice(&self) -> &[String] {
        &self.words
    }

    /// Returns whether the word at this index may be the start of a longer word.
    pub(crate) fn is_open(&self, index: usize) -> bool {
        self.open.get(index).is_some_and(|is_open| *is_open)
    }
}

/// What was typed, as the index has it of a title.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TypedTitle {
    /// The words of the title that consists of what was typed.
    pub(super) whole: Vec<String>,
    /// How many of them all titles have that begin so.
    pub(super) common: usize,
    /// Whether the last of those may be the start of a longer word.
    pub(super) is_open: bool,
}

impl TypedTitle {
    /// Returns the words of the title that consists of what was typed.
    pub fn whole(&self) -> &[String] {
        &self.whole
    }

    /// Returns the first words of titles that begin so, and whether the last of these may be the start of a longer
    /// word.
    pub fn start(&self) -> (&[String], bool) {
        (self.whole.get(..self.common).unwrap_or_default(), self.is_open)
    }
}

/// A word or phrase of a search, as the index stores words.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A whole word.
    Word(String),
    /// The start of a word, or a whole one.
    Start(String),
    /// At least two words in this order, with nothing between them, in the title or in the content.
    Phrase(Vec<String>),
}

impl Term {
    /// Returns its words.
    pub fn words(&self) -> &[String] {
        match self {
            Self::Word(word) | Self::Start(word) => std::slice::from_ref(word),
            Self::Phrase(words) => words,
        }
    }
}

/// The words and phrases of a search; at least one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Terms {
    required: Vec<Term>,
    refused: Vec<Term>,
    words: Option<Words>,
    title: TypedTitle,
}

impl Terms {
    pub(super) fn of(required: Vec<Term>, refused: Vec<Term>, title: TypedTitle) -> Option<Self> {
        let words = Words::of(&required);
        let is_empty = required.is_empty() && refused.is_empty();
        (!is_empty).then_some(Self { required, refused, words, title })
    }

    /// Returns the search for this term alone.
    pub fn only(term: Term) -> Self {
        let required = vec![term];
        Self { words: Words::of(&required), required, refused: Vec::new(), title: TypedTitle::default() }
    }

    /// Each of them occurs in the title or in the content.
    pub fn required(&self) -> &[Term] {
        &self.required
    }

    /// None of them occurs in either.
    pub fn refused(&self) -> &[Term] {
        &self.refused
    }

    /// Returns what was typed without what is refused, as a title.
    pub const fn title(&self) -> &TypedTitle {
        &self.title
    }

    /// Returns the words to mark. `None` if nothing is required.
    pub const fn words(&self) -> Option<&Words> {
        self.words.as_ref()
    }
}
