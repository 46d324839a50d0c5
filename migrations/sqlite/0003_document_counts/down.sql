DROP INDEX documents_shown;
DROP INDEX documents_scheduled;
DROP TRIGGER document_counts_insert;
DROP TRIGGER document_counts_delete;
DROP TRIGGER document_counts_update;
DROP TABLE document_counts;
