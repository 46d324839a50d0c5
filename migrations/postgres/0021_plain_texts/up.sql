-- The plain text of a document, from which search results cut their excerpts. Beside the document, so that reading the
-- document does not read it. The program writes it with the document; the step after this migration writes it for
-- existing documents.
CREATE TABLE document_texts (
    position BIGINT PRIMARY KEY REFERENCES documents (position) ON DELETE CASCADE,
    plain TEXT NOT NULL
);

-- The start of a submission as plain text, which lists show. Null where a node of the release before wrote the row:
-- then it is computed from the content.
ALTER TABLE submissions ADD COLUMN preview TEXT;
