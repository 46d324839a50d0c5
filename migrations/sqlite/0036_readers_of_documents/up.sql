-- Counts the readers of a document with one step for each of them, whatever the number of accesses
-- (crates/infra/src/tables/access_log.rs).
CREATE INDEX document_access_log_readers ON document_access_log (document_id, user_id, accessed_at);
