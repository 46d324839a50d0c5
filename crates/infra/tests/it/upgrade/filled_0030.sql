-- What a server could have written at migration 0030. The same statements fill either database.

INSERT INTO users (id, username, username_key, password_hash, access_key, clearance_level, is_admin, is_approved, two_factor_enabled, email, theme, session_timeout, last_activity, failed_login_attempts, created_at, deleted_at, revision) VALUES
('00000000-0000-7000-8000-000000000001', 'Mercer', 'mercer', '$argon2id$1', 'command', 5, TRUE, TRUE, FALSE, NULL, 'green-matrix', 15, NULL, 0, 1000, NULL, 0),
('00000000-0000-7000-8000-000000000002', 'Vane', 'vane', '$argon2id$2', 'security', 3, FALSE, TRUE, FALSE, NULL, 'green-matrix', 15, NULL, 0, 1000, NULL, 0);
INSERT INTO archive_sections (id, name, name_key, description, section_type, parent_section, display_order, is_active, metadata, created_by, created_at, updated_at) VALUES
('00000000-0000-7000-8000-000000000009', 'Deep', 'deep', '', 'general', NULL, 0, TRUE, NULL, '00000000-0000-7000-8000-000000000001', 1, 1);
INSERT INTO documents (id, title, content, category, clearance_level, file_path, submitted_by, is_archived, archive_section, archived_at, archived_by, archive_requested, version, created_at, updated_at, preview) VALUES
('00000000-0000-7000-8000-000000000001', 'The gate', 'The gate opens. {{3|Buried key.}} {{4|[[Former name]]}}', 'SITE', 1, NULL, '00000000-0000-7000-8000-000000000002', FALSE, NULL, NULL, NULL, FALSE, 1, 10, 10, 'The gate opens. Buried key. Former name'),
('00000000-0000-7000-8000-000000000002', 'Lower floor', 'No marks. [[The gate]]', 'SITE', 2, NULL, '00000000-0000-7000-8000-000000000002', FALSE, NULL, NULL, NULL, FALSE, 2, 11, 12, 'No marks. The gate'),
('00000000-0000-7000-8000-000000000003', 'Put away', 'An archived text.', 'SITE', 1, NULL, '00000000-0000-7000-8000-000000000002', TRUE, '00000000-0000-7000-8000-000000000009', 13, '00000000-0000-7000-8000-000000000001', FALSE, 1, 12, 13, 'An archived text.');
INSERT INTO document_texts (position, plain)
SELECT position, CASE title WHEN 'The gate' THEN 'The gate opens. Buried key. Former name' ELSE content END FROM documents;
INSERT INTO document_versions (id, document_id, version_number, title, category, clearance_level, file_path, change_description, created_by, created_at, preview, content) VALUES
('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 1, 'The gate', 'SITE', 1, NULL, NULL, '00000000-0000-7000-8000-000000000002', 10, 'The gate opens. Buried key.', 'The gate opens. {{3|Buried key.}}'),
('00000000-0000-7000-8000-000000000004', '00000000-0000-7000-8000-000000000002', 1, 'Former  name', 'SITE', 1, NULL, NULL, '00000000-0000-7000-8000-000000000002', 11, 'Plain', 'Plain');
INSERT INTO submissions (id, title, content, category, status, submitted_by, requires_multi_step_approval, approval_step, max_approval_steps, created_at, preview) VALUES
('00000000-0000-7000-8000-000000000005', 'Marked', ':::level 3
Buried
:::', 'SITE', 'pending', '00000000-0000-7000-8000-000000000002', FALSE, 1, 1, 14, 'Buried'),
('00000000-0000-7000-8000-000000000006', 'Plain', 'Plain', 'SITE', 'pending', '00000000-0000-7000-8000-000000000002', FALSE, 1, 1, 15, 'Plain');
INSERT INTO document_edits (id, document_id, title, category, clearance_level, base_version, base_clearance, status, submitted_by, approval_step, max_approval_steps, created_at, preview, content) VALUES
('00000000-0000-7000-8000-000000000005', '00000000-0000-7000-8000-000000000002', 'Lower floor', 'SITE', 2, 2, 2, 'pending', '00000000-0000-7000-8000-000000000002', 1, 1, 16, 'Buried', '{{4|Buried}}'),
('00000000-0000-7000-8000-000000000006', '00000000-0000-7000-8000-000000000002', 'Lower floor', 'SITE', 2, 2, 2, 'pending', '00000000-0000-7000-8000-000000000002', 1, 1, 17, 'Plain', 'Plain');
INSERT INTO drafts (id, owner_id, title, content, preview, category, clearance_level, file_path, revision, created_at, updated_at) VALUES
('00000000-0000-7000-8000-000000000007', '00000000-0000-7000-8000-000000000002', 'Half', 'Half', 'Half', NULL, NULL, NULL, 'r1', 18, 18),
('00000000-0000-7000-8000-000000000008', '00000000-0000-7000-8000-000000000002', NULL, '', '', NULL, NULL, NULL, 'r1', 19, 19);
