DROP INDEX documents_archive_requests;
DROP INDEX documents_archive;
DROP TABLE archive_sections;
