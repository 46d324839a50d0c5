DROP TABLE document_edit_steps;
DROP TABLE document_edits;
DROP TABLE document_versions;
