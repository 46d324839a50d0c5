-- A record can have several files: `file_path` holds their paths, separated by blanks. Records are found by the files
-- that they hold (`file_refs`), so these indexes are no longer used.
DROP INDEX documents_file;
DROP INDEX document_versions_file;
DROP INDEX submissions_file;
-- The files of a document after an edit. Null: it keeps those that it has.
ALTER TABLE document_edits ADD COLUMN file_path TEXT;
