DROP INDEX documents_release;
DROP TABLE stored_replies;
DROP TABLE jobs;
