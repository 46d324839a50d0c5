-- The release before stored previews without levels, and reads such texts again to make one.
UPDATE documents SET preview = NULL WHERE substr(preview, 1, 1) = char(10);
UPDATE document_versions SET preview = NULL WHERE substr(preview, 1, 1) = char(10);
UPDATE submissions SET preview = NULL WHERE substr(preview, 1, 1) = char(10);
UPDATE document_edits SET preview = '' WHERE substr(preview, 1, 1) = char(10);
