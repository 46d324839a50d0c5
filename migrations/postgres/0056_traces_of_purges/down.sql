DROP INDEX submissions_document;
DROP TABLE discarded_files;
