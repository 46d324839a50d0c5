ALTER TABLE submissions DROP COLUMN preview;
DROP TABLE document_texts;
