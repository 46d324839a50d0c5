DROP TABLE document_edit_steps;
DROP TABLE document_edits;
DROP TABLE document_versions;
DROP FUNCTION search_members_but(BYTEA, INTEGER);
DROP FUNCTION search_pairs_but(BYTEA, INTEGER);
