-- The index of words with blocks of 8,192 positions, and members that are a list of two bytes each or, of many documents, a
-- set of bits (crates/infra/src/search/members.rs). The words "@1" to "@4" hold the documents that a reader of that level
-- may read. The table has a new name, so that nodes of the release before fail instead of mixing the two.
DROP TABLE search_postings;
CREATE TABLE search_words (
    block BIGINT NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    members BYTEA NOT NULL,
    PRIMARY KEY (block, word)
) WITH (fillfactor = 70);
-- Compressing a kilobyte with every document that is added costs more than it saves.
ALTER TABLE search_words ALTER COLUMN members SET STORAGE PLAIN;
CREATE INDEX search_words_words ON search_words (word, block);

-- The members of both: a list below 1,024 bytes, or else a set.
CREATE FUNCTION search_members(before BYTEA, more BYTEA) RETURNS BYTEA LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    members BYTEA := before;
    part BYTEA;
BEGIN
    IF length(before) % 2 = 0 AND length(more) % 2 = 0 AND length(before) + length(more) < 1024 THEN
        RETURN before || more;
    END IF;
    IF length(before) % 2 = 0 THEN
        members := decode(repeat('00', 1025), 'hex');
    END IF;
    FOREACH part IN ARRAY ARRAY[before, more] LOOP
        IF length(part) % 2 = 0 THEN
            FOR i IN 0 .. length(part) / 2 - 1 LOOP
                members := set_bit(members, get_byte(part, 2 * i) + 256 * get_byte(part, 2 * i + 1), 1);
            END LOOP;
        ELSIF part <> members THEN
            FOR i IN 0 .. 1023 LOOP
                members := set_byte(members, i, get_byte(members, i) | get_byte(part, i));
            END LOOP;
        END IF;
    END LOOP;
    RETURN members;
END $$;

-- The pairs of neighboring words, for phrases: four bytes each, the rest of the pair's hash above the offset in the block.
CREATE TABLE search_pairs (
    bucket BIGINT NOT NULL,
    block BIGINT NOT NULL,
    members BYTEA NOT NULL,
    PRIMARY KEY (bucket, block)
) WITH (fillfactor = 70);
ALTER TABLE search_pairs ALTER COLUMN members SET STORAGE EXTERNAL;

-- The index that nothing has read or written since 0022.
DROP TABLE documents_search;

-- Whether a document with the words of a search is shown to a reader, without reading the document. SQLite has it already.
CREATE INDEX documents_shown ON documents (position, clearance_level, scheduled_release_at, category)
WHERE NOT is_archived;

-- Marks every document as not indexed, for the step after this migration.
DELETE FROM document_texts;
