-- The release before stored previews without levels, and reads such texts again to make one.
UPDATE documents SET preview = NULL WHERE left(preview, 1) = chr(10);
UPDATE document_versions SET preview = NULL WHERE left(preview, 1) = chr(10);
UPDATE submissions SET preview = NULL WHERE left(preview, 1) = chr(10);
UPDATE document_edits SET preview = '' WHERE left(preview, 1) = chr(10);
