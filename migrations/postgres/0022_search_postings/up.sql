-- The index of words: for each block of 1,024 positions and each word, the documents that have it, two bytes each: the
-- position within the block, little-endian, in any order and possibly repeated. A word of a title has a second row that
-- starts with "=". The program writes it with the document; deleted documents stay in it and are found nowhere, because
-- every search looks its documents up.
CREATE TABLE search_postings (
    block BIGINT NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    members BYTEA NOT NULL,
    PRIMARY KEY (block, word)
) WITH (fillfactor = 70);
-- Compressing two kilobytes with every document that is added costs more than it saves.
ALTER TABLE search_postings ALTER COLUMN members SET STORAGE PLAIN;
CREATE INDEX search_postings_words ON search_postings (word, block);

-- Marks every document as not indexed, for the step after this migration.
DELETE FROM document_texts;

-- The index before this one, documents_search, stays for nodes of the release before, but is not read or written any more.
