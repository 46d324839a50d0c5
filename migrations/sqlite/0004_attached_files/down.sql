ALTER TABLE document_edits DROP COLUMN file_path;
CREATE INDEX submissions_file ON submissions (file_path) WHERE file_path IS NOT NULL;
CREATE INDEX document_versions_file ON document_versions (file_path) WHERE file_path IS NOT NULL;
CREATE INDEX documents_file ON documents (file_path) WHERE file_path IS NOT NULL;
