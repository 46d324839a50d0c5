-- The plain text of a document with portions for the readers from a level on, up to the next level of the same document.
-- Those below read the one in document_texts. In both the character U+001F stands where a portion is withheld.
CREATE TABLE document_variants (
    position BIGINT NOT NULL REFERENCES documents (position) ON DELETE CASCADE,
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
    plain TEXT NOT NULL,
    PRIMARY KEY (position, level)
);

-- Marks the documents that may have portions as not indexed, for the step after this migration: the release before has
-- indexed the whole text for everybody.
DELETE FROM document_texts WHERE position IN (
    SELECT position FROM documents WHERE content LIKE '%:::%' OR content LIKE '%{{%'
);
