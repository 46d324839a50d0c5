//! The words and phrases of a search.

/// Maximum number of words that are used in a search.
pub(super) const MAX_WORDS: usize = 16;

/// The words that a search result marks: those that the search requires.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Words {
    words: Vec<String>,
    /// Whether each word may be the start of a longer one.
    open: Vec<bool>,
}

impl Words {
    fn of(terms: &[Term]) -> Option<Self> {
        let words: Vec<String> = terms.iter().flat_map(Term::words).cloned().collect();
        let open = terms.iter().flat_map(|term| term.words().iter().map(|_| matches!(term, Term::Start(_))));
        (!words.is_empty()).then(|| Self { words, open: open.collect() })
    }

    /// Returns the words as the index stores them: only letters, digits and combining marks. At least one word.
    pub fn as_slice(&self) -> &[String] {
        &self.words
    }

    /// Whether the word at this index may be the start of a longer one.
    pub(crate) fn is_open(&self, index: usize) -> bool {
        self.open.get(index).is_some_and(|is_open| *is_open)
    }
}

/// The typed text, normalized like a title in the index.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TypedTitle {
    /// The words of a title that equals the typed text.
    pub(super) whole: Vec<String>,
    /// Number of words that all titles beginning with the typed text share.
    pub(super) common: usize,
    /// Whether the last of the shared words may be the start of a longer one.
    pub(super) is_open: bool,
}

impl TypedTitle {
    /// Returns the words of a title that equals the typed text.
    pub fn whole(&self) -> &[String] {
        &self.whole
    }

    /// Returns the first words of titles that begin with the typed text, and whether the last one may be the start of a
    /// longer word.
    pub fn start(&self) -> (&[String], bool) {
        (self.whole.get(..self.common).unwrap_or_default(), self.is_open)
    }
}

/// A word or phrase of a search, normalized like the index.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A whole word.
    Word(String),
    /// A whole word or the start of one.
    Start(String),
    /// At least two consecutive words in this order, in the title or in the content.
    Phrase(Vec<String>),
}

impl Term {
    pub fn words(&self) -> &[String] {
        match self {
            Self::Word(word) | Self::Start(word) => std::slice::from_ref(word),
            Self::Phrase(words) => words,
        }
    }
}

/// The words and phrases of a search. At least one.
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

    pub fn only(term: Term) -> Self {
        let required = vec![term];
        Self { words: Words::of(&required), required, refused: Vec::new(), title: TypedTitle::default() }
    }

    /// Terms that must each occur in the title or in the content.
    pub fn required(&self) -> &[Term] {
        &self.required
    }

    /// Terms that must occur in neither.
    pub fn refused(&self) -> &[Term] {
        &self.refused
    }

    /// Returns the typed text without exclusions, as a title.
    pub const fn title(&self) -> &TypedTitle {
        &self.title
    }

    /// Returns the words to mark. `None` if no term is required.
    pub const fn words(&self) -> Option<&Words> {
        self.words.as_ref()
    }
}
