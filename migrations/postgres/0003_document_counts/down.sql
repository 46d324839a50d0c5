DROP INDEX documents_scheduled;
DROP TRIGGER document_counts_keep ON documents;
DROP FUNCTION document_counts_keep();
DROP TABLE document_counts;
