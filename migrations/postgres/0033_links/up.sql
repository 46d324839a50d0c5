-- The titles that a document has or had, in the form that links compare, each with the lowest level of a version that had it.
-- The program writes them with the document; the step after this migration writes those of existing documents.
CREATE TABLE document_titles (
    position BIGINT NOT NULL REFERENCES documents (position) ON DELETE CASCADE,
    title_key TEXT NOT NULL,
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
    PRIMARY KEY (position, title_key)
);
CREATE INDEX document_titles_keys ON document_titles (title_key, position, level);

-- What the links of a document name, and the levels that read them: the bit of a level is 1 shifted by its number. A link in a
-- portion belongs to the levels that read the portion.
CREATE TABLE document_links (
    position BIGINT NOT NULL REFERENCES documents (position) ON DELETE CASCADE,
    target TEXT NOT NULL,
    levels INTEGER NOT NULL,
    PRIMARY KEY (position, target)
);
CREATE INDEX document_links_targets ON document_links (target, position, levels);
