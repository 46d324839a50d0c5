-- What a server could have left at migration 0055, after it purged a document. The same statements fill either database.

INSERT INTO users (id, username, username_key, password_hash, access_key, clearance_level, is_admin, is_approved, two_factor_enabled, email, theme, session_timeout, last_activity, failed_login_attempts, created_at, deleted_at, revision) VALUES
('00000000-0000-7000-8000-000000000001', 'Mercer', 'mercer', '$argon2id$1', 'command', 5, TRUE, TRUE, FALSE, NULL, 'green-matrix', 15, NULL, 0, 1000, NULL, 0);
INSERT INTO documents (id, title, content, category, clearance_level, file_path, submitted_by, is_archived, archive_requested, version, created_at, updated_at, preview) VALUES
('00000000-0000-7000-8000-000000000002', 'Lantern', 'Both, often.', 'SITE', 1, NULL, '00000000-0000-7000-8000-000000000001', FALSE, FALSE, 1, 10, 10, 'Both, often.');
INSERT INTO document_texts (position, plain) SELECT position, 'Both, often.' FROM documents;
INSERT INTO trash (document_id, title, category, clearance_level, submitted_by, version, created_at, updated_at, trashed_by, trashed_at) VALUES
('00000000-0000-7000-8000-000000000003', 'Deleted', 'SITE', 1, '00000000-0000-7000-8000-000000000001', 1, 11, 11, '00000000-0000-7000-8000-000000000001', 12);
INSERT INTO submissions (id, title, content, category, file_path, status, submitted_by, requires_multi_step_approval, approval_step, max_approval_steps, document_id, created_at, preview) VALUES
('00000000-0000-7000-8000-000000000005', 'Lantern', 'Both, often.', 'SITE', NULL, 'approved', '00000000-0000-7000-8000-000000000001', FALSE, 1, 1, '00000000-0000-7000-8000-000000000002', 9, 'Both'),
('00000000-0000-7000-8000-000000000006', 'Deleted', 'Deleted', 'SITE', '/objects/' || '00000000-0000-7000-8000-000000000009', 'approved', '00000000-0000-7000-8000-000000000001', FALSE, 1, 1, '00000000-0000-7000-8000-000000000003', 9, 'Deleted'),
('00000000-0000-7000-8000-000000000007', 'Gone', 'Gone', 'SITE', '/objects/' || '00000000-0000-7000-8000-000000000008', 'approved', '00000000-0000-7000-8000-000000000001', FALSE, 1, 1, '00000000-0000-7000-8000-000000000004', 9, 'Gone'),
('00000000-0000-7000-8000-00000000000a', 'Rejected', 'Rejected', 'SITE', '/objects/' || '00000000-0000-7000-8000-000000000008', 'rejected', '00000000-0000-7000-8000-000000000001', FALSE, 1, 1, NULL, 8, 'Rejected');
INSERT INTO approval_steps (id, submission_id, step_number, approver_id, approver_username, status, comments, approved_at) VALUES
('00000000-0000-7000-8000-000000000005', '00000000-0000-7000-8000-000000000005', 1, '00000000-0000-7000-8000-000000000001', 'Mercer', 'approved', NULL, 10),
('00000000-0000-7000-8000-000000000007', '00000000-0000-7000-8000-000000000007', 1, '00000000-0000-7000-8000-000000000001', 'Mercer', 'approved', 'Gone', 10);
INSERT INTO notifications (id, user_id, kind, title, entity_type, entity_id, created_at) VALUES
('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 'submission_approved', 'Lantern', 'document', '00000000-0000-7000-8000-000000000002', 10),
('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001', 'submission_approved', 'Deleted', 'document', '00000000-0000-7000-8000-000000000003', 10),
('00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000001', 'submission_approved', 'Gone', 'document', '00000000-0000-7000-8000-000000000004', 10),
('00000000-0000-7000-8000-000000000004', '00000000-0000-7000-8000-000000000001', 'timed_out', 'Gone', 'submission', '00000000-0000-7000-8000-000000000007', 10);
INSERT INTO uploads (id, ticket_hash, owner_id, status, filename, content_type, size, sha256, created_at, expires_at) VALUES
('00000000-0000-7000-8000-000000000008', 'a', '00000000-0000-7000-8000-000000000001', 'deleted', 'gone.txt', 'text/plain', 4, 'ff', 7, 8),
('00000000-0000-7000-8000-000000000009', 'b', '00000000-0000-7000-8000-000000000001', 'final', 'kept.txt', 'text/plain', 4, 'ff', 7, 8);
