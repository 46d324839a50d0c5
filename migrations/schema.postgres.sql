-- Generated from a migrated database: a test compares them. FACILITY_WRITE_SCHEMA=1 writes this file.

CREATE TABLE activity_changes (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    metric text NOT NULL,
    hour bigint,
    count bigint NOT NULL,
    last_at bigint NOT NULL,
    CONSTRAINT activity_changes_pkey PRIMARY KEY ("position")
);

CREATE TABLE activity_hours (
    hour bigint NOT NULL,
    metric text NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT activity_hours_pkey PRIMARY KEY (hour, metric)
);

CREATE TABLE activity_totals (
    metric text NOT NULL,
    count bigint NOT NULL,
    last_at bigint NOT NULL,
    CONSTRAINT activity_totals_pkey PRIMARY KEY (metric)
);

CREATE TABLE alert_marks (
    user_id text NOT NULL,
    alert_id text NOT NULL,
    read_at bigint NOT NULL,
    cleared_at bigint,
    CONSTRAINT alert_marks_pkey PRIMARY KEY (user_id, alert_id),
    CONSTRAINT alert_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX alert_marks_age ON alert_marks USING btree (read_at);

CREATE TABLE archive_counts (
    clearance_level integer NOT NULL,
    archive_section text NOT NULL,
    documents bigint NOT NULL,
    CONSTRAINT archive_counts_pkey PRIMARY KEY (clearance_level, archive_section)
);

CREATE TABLE archive_sections (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    description text NOT NULL,
    section_type text NOT NULL,
    parent_section text,
    display_order integer NOT NULL,
    is_active boolean NOT NULL,
    metadata text,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT archive_sections_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
    CONSTRAINT archive_sections_id_key UNIQUE (id),
    CONSTRAINT archive_sections_name_key_key UNIQUE (name_key),
    CONSTRAINT archive_sections_parent_section_fkey FOREIGN KEY (parent_section) REFERENCES archive_sections(id),
    CONSTRAINT archive_sections_pkey PRIMARY KEY ("position")
);

CREATE TABLE audit_log (
    number bigint NOT NULL,
    id text NOT NULL,
    action text NOT NULL,
    entity_type text NOT NULL,
    entity_id text,
    performed_by text,
    performed_by_username text,
    details text,
    ip_address text,
    user_agent text,
    request_id text NOT NULL,
    is_admin_action boolean NOT NULL,
    count bigint NOT NULL,
    timestamp bigint NOT NULL,
    content_changed_at bigint NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    mac text NOT NULL,
    CONSTRAINT audit_log_id_key UNIQUE (id),
    CONSTRAINT audit_log_pkey PRIMARY KEY (number)
);

CREATE INDEX audit_log_action ON audit_log USING btree (action, number, is_admin_action);

CREATE INDEX audit_log_alarms ON audit_log USING btree ("timestamp") WHERE (action = ANY (ARRAY['static_code_used'::text, 'two_factor_locked'::text, 'emergency_access_opened'::text, 'emergency_codes_synchronized'::text, 'master_key_used'::text]));

CREATE INDEX audit_log_person ON audit_log USING btree (lower(COALESCE(performed_by_username, 'SYSTEM'::text)), number, is_admin_action);

CREATE INDEX audit_log_view ON audit_log USING btree (is_admin_action, number);

CREATE TRIGGER audit_log_next BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_next();

CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_append_only();

CREATE TRIGGER audit_log_no_update BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_append_only();

CREATE TABLE comments (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    document_id text NOT NULL,
    clearance_level integer NOT NULL,
    author_id text NOT NULL,
    quote text,
    quote_level integer,
    answers_to text,
    answers_level integer,
    deleted_by text,
    created_at bigint NOT NULL,
    edited_at bigint,
    updated_at bigint NOT NULL,
    content text NOT NULL,
    CONSTRAINT comments_answers CHECK (((answers_to IS NULL) = (answers_level IS NULL))),
    CONSTRAINT comments_answers_level_check CHECK (((answers_level >= 1) AND (answers_level <= 5))),
    CONSTRAINT comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
    CONSTRAINT comments_clearance_level_check CHECK (((clearance_level >= 1) AND (clearance_level <= 5))),
    CONSTRAINT comments_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
    CONSTRAINT comments_id_key UNIQUE (id),
    CONSTRAINT comments_pkey PRIMARY KEY ("position"),
    CONSTRAINT comments_quote CHECK (((quote IS NULL) = (quote_level IS NULL))),
    CONSTRAINT comments_quote_level_check CHECK (((quote_level >= 1) AND (quote_level <= 5)))
);

CREATE INDEX comments_answers ON comments USING btree (answers_to) WHERE (answers_to IS NOT NULL);

CREATE INDEX comments_document ON comments USING btree (document_id, "position", clearance_level);

CREATE TABLE counters (
    name text NOT NULL,
    value bigint NOT NULL,
    CONSTRAINT counters_pkey PRIMARY KEY (name)
);

CREATE TABLE credentials (
    name text NOT NULL,
    hash text NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT credentials_name_check CHECK ((name = ANY (ARRAY['emergency_key'::text, 'master_key'::text]))),
    CONSTRAINT credentials_pkey PRIMARY KEY (name)
);

CREATE TABLE devices (
    user_id text NOT NULL,
    token_hash text NOT NULL,
    last_used_at bigint NOT NULL,
    day_failures text NOT NULL,
    wrong_codes text NOT NULL,
    CONSTRAINT devices_pkey PRIMARY KEY (user_id, token_hash),
    CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX devices_full ON devices USING btree (user_id) WHERE ((length(day_failures) >= 169) OR (length(wrong_codes) >= 169));

CREATE INDEX devices_token ON devices USING btree (token_hash);

CREATE INDEX devices_use ON devices USING btree (last_used_at);

CREATE TABLE discarded_files (
    upload_id text NOT NULL,
    failed_at bigint DEFAULT 0 NOT NULL,
    CONSTRAINT discarded_files_pkey PRIMARY KEY (upload_id)
);

CREATE TABLE document_access_log (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    document_id text NOT NULL,
    user_id text NOT NULL,
    username text NOT NULL,
    access_type text NOT NULL,
    version integer,
    accessed_at bigint NOT NULL,
    ip_address text,
    user_agent text,
    CONSTRAINT document_access_log_id_key UNIQUE (id),
    CONSTRAINT document_access_log_pkey PRIMARY KEY ("position")
);

CREATE INDEX document_access_log_document ON document_access_log USING btree (document_id, "position");

CREATE TABLE document_counts (
    clearance_level integer NOT NULL,
    category text NOT NULL,
    is_archived boolean NOT NULL,
    documents bigint NOT NULL,
    CONSTRAINT document_counts_pkey PRIMARY KEY (clearance_level, category, is_archived)
);

CREATE TABLE document_edit_steps (
    id text NOT NULL,
    edit_id text NOT NULL,
    step_number integer NOT NULL,
    approver_id text NOT NULL,
    approver_username text NOT NULL,
    status text NOT NULL,
    comments text,
    approved_at bigint NOT NULL,
    CONSTRAINT document_edit_steps_edit_id_fkey FOREIGN KEY (edit_id) REFERENCES document_edits(id) ON DELETE CASCADE,
    CONSTRAINT document_edit_steps_pkey PRIMARY KEY (id),
    CONSTRAINT document_edit_steps_status_check CHECK ((status = ANY (ARRAY['approved'::text, 'rejected'::text]))),
    CONSTRAINT document_edit_steps_step_key UNIQUE (edit_id, step_number)
);

CREATE TABLE document_edits (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    document_id text NOT NULL,
    title text NOT NULL,
    category text NOT NULL,
    clearance_level integer NOT NULL,
    base_version integer NOT NULL,
    base_clearance integer NOT NULL,
    change_description text,
    status text NOT NULL,
    submitted_by text NOT NULL,
    reviewed_by text,
    review_comments text,
    approval_step integer NOT NULL,
    max_approval_steps integer NOT NULL,
    timed_out_at bigint,
    resubmitted_at bigint,
    resubmission_of text,
    resubmitted_as text,
    attempt integer DEFAULT 1 NOT NULL,
    created_at bigint NOT NULL,
    reviewed_at bigint,
    preview text NOT NULL,
    content text NOT NULL,
    file_path text,
    CONSTRAINT document_edits_base_clearance_check CHECK (((base_clearance >= 1) AND (base_clearance <= 5))),
    CONSTRAINT document_edits_clearance_level_check CHECK (((clearance_level >= 1) AND (clearance_level <= 5))),
    CONSTRAINT document_edits_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
    CONSTRAINT document_edits_id_key UNIQUE (id),
    CONSTRAINT document_edits_pkey PRIMARY KEY ("position"),
    CONSTRAINT document_edits_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT document_edits_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id)
);

CREATE INDEX document_edits_author ON document_edits USING btree (submitted_by, "position");

CREATE INDEX document_edits_document ON document_edits USING btree (document_id);

CREATE INDEX document_edits_revised ON document_edits USING btree (resubmitted_as) WHERE (resubmitted_as IS NOT NULL);

CREATE INDEX document_edits_waiting ON document_edits USING btree (COALESCE(resubmitted_at, created_at), "position") WHERE (status = 'pending'::text);

CREATE INDEX document_edits_waiting_owner ON document_edits USING btree (submitted_by, COALESCE(resubmitted_at, created_at)) WHERE (status = 'pending'::text);

CREATE TABLE document_links (
    position bigint NOT NULL,
    target text NOT NULL,
    levels integer NOT NULL,
    CONSTRAINT document_links_pkey PRIMARY KEY ("position", target),
    CONSTRAINT document_links_position_fkey FOREIGN KEY ("position") REFERENCES documents("position") ON DELETE CASCADE
);

CREATE INDEX document_links_targets ON document_links USING btree (target, "position", levels);

CREATE TABLE document_places (
    block bigint NOT NULL,
    clearance_level integer NOT NULL,
    documents bigint NOT NULL,
    CONSTRAINT document_places_pkey PRIMARY KEY (clearance_level, block)
) WITH (fillfactor=50);

CREATE TABLE document_readers (
    document_id text NOT NULL,
    user_id text NOT NULL,
    opened_version integer NOT NULL,
    opening bigint NOT NULL,
    last_at bigint NOT NULL,
    CONSTRAINT document_readers_pkey PRIMARY KEY (document_id, user_id)
) WITH (fillfactor=90);

CREATE INDEX document_readers_opened ON document_readers USING btree (user_id, opening);

CREATE TABLE document_texts (
    position bigint NOT NULL,
    plain text NOT NULL,
    CONSTRAINT document_texts_pkey PRIMARY KEY ("position"),
    CONSTRAINT document_texts_position_fkey FOREIGN KEY ("position") REFERENCES documents("position") ON DELETE CASCADE
);

CREATE TABLE document_titles (
    position bigint NOT NULL,
    title_key text NOT NULL,
    level integer NOT NULL,
    CONSTRAINT document_titles_level_check CHECK (((level >= 1) AND (level <= 5))),
    CONSTRAINT document_titles_pkey PRIMARY KEY ("position", title_key),
    CONSTRAINT document_titles_position_fkey FOREIGN KEY ("position") REFERENCES documents("position") ON DELETE CASCADE
);

CREATE INDEX document_titles_keys ON document_titles USING btree (title_key, "position", level);

CREATE TABLE document_variants (
    position bigint NOT NULL,
    level integer NOT NULL,
    plain text NOT NULL,
    CONSTRAINT document_variants_level_check CHECK (((level >= 1) AND (level <= 5))),
    CONSTRAINT document_variants_pkey PRIMARY KEY ("position", level),
    CONSTRAINT document_variants_position_fkey FOREIGN KEY ("position") REFERENCES documents("position") ON DELETE CASCADE
);

CREATE TABLE document_versions (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    document_id text NOT NULL,
    version_number integer NOT NULL,
    title text NOT NULL,
    category text NOT NULL,
    clearance_level integer NOT NULL,
    file_path text,
    change_description text,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    preview text,
    content text,
    CONSTRAINT document_versions_clearance_level_check CHECK (((clearance_level >= 1) AND (clearance_level <= 5))),
    CONSTRAINT document_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
    CONSTRAINT document_versions_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
    CONSTRAINT document_versions_id_key UNIQUE (id),
    CONSTRAINT document_versions_number_key UNIQUE (document_id, version_number),
    CONSTRAINT document_versions_pkey PRIMARY KEY ("position"),
    CONSTRAINT document_versions_text CHECK (((preview IS NULL) = (content IS NULL)))
);

CREATE TABLE document_watches (
    document_id text NOT NULL,
    user_id text NOT NULL,
    watches boolean NOT NULL,
    CONSTRAINT document_watches_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
    CONSTRAINT document_watches_pkey PRIMARY KEY (document_id, user_id),
    CONSTRAINT document_watches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE documents (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    title text NOT NULL,
    title_key text COLLATE "C" DEFAULT ''::text NOT NULL,
    category text NOT NULL,
    clearance_level integer NOT NULL,
    file_path text,
    submitted_by text NOT NULL,
    is_archived boolean NOT NULL,
    archive_section text,
    archived_at bigint,
    archived_by text,
    archive_requested boolean NOT NULL,
    archive_requested_at bigint,
    archive_requested_by text,
    archive_request_section text,
    scheduled_release_at bigint,
    version integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    preview text DEFAULT ''::text NOT NULL,
    content text NOT NULL,
    CONSTRAINT documents_clearance_level_check CHECK (((clearance_level >= 1) AND (clearance_level <= 5))),
    CONSTRAINT documents_id_key UNIQUE (id),
    CONSTRAINT documents_pkey PRIMARY KEY ("position"),
    CONSTRAINT documents_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id)
);

CREATE INDEX documents_archive ON documents USING btree (archive_section, archived_at, clearance_level, scheduled_release_at) WHERE is_archived;

CREATE INDEX documents_archive_levels ON documents USING btree (clearance_level, archive_section, archived_at, scheduled_release_at) WHERE is_archived;

CREATE INDEX documents_archive_requests ON documents USING btree (archive_requested_at) WHERE archive_requested;

CREATE INDEX documents_archived ON documents USING btree (clearance_level, "position", scheduled_release_at, category) WHERE is_archived;

CREATE INDEX documents_archived_scheduled ON documents USING btree (clearance_level, scheduled_release_at, archive_section) WHERE ((COALESCE(scheduled_release_at, (0)::bigint) <> 0) AND is_archived);

CREATE INDEX documents_labels ON documents USING btree (id text_pattern_ops, "position", clearance_level, scheduled_release_at);

CREATE INDEX documents_listed ON documents USING btree (clearance_level, "position", scheduled_release_at, category, created_at) WHERE (NOT is_archived);

CREATE INDEX documents_owner ON documents USING btree (submitted_by, "position");

CREATE INDEX documents_release ON documents USING btree (scheduled_release_at) WHERE (scheduled_release_at IS NOT NULL);

CREATE INDEX documents_scheduled ON documents USING btree (clearance_level, scheduled_release_at, category) WHERE ((COALESCE(scheduled_release_at, (0)::bigint) <> 0) AND (NOT is_archived));

CREATE INDEX documents_shown ON documents USING btree ("position", clearance_level, scheduled_release_at, category) WHERE (NOT is_archived);

CREATE INDEX documents_titled ON documents USING btree (clearance_level, title_key, "position", scheduled_release_at, category) WHERE (NOT is_archived);

CREATE INDEX documents_written ON documents USING btree (submitted_by, is_archived, clearance_level, "position");

CREATE TRIGGER archive_counts_added AFTER INSERT ON documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION archive_counts_added();

CREATE TRIGGER archive_counts_changed AFTER UPDATE ON documents REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION archive_counts_changed();

CREATE TRIGGER archive_counts_removed AFTER DELETE ON documents REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION archive_counts_removed();

CREATE TRIGGER document_counts_added AFTER INSERT ON documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_counts_added();

CREATE TRIGGER document_counts_changed AFTER UPDATE ON documents REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_counts_changed();

CREATE TRIGGER document_counts_removed AFTER DELETE ON documents REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION document_counts_removed();

CREATE TRIGGER document_places_added AFTER INSERT ON documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_places_added();

CREATE TRIGGER document_places_changed AFTER UPDATE ON documents REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_places_changed();

CREATE TRIGGER document_places_removed AFTER DELETE ON documents REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION document_places_removed();

CREATE STATISTICS documents_scheduled ON COALESCE(scheduled_release_at, 0::bigint) FROM documents;

CREATE TABLE drafts (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    owner_id text NOT NULL,
    title text,
    category text,
    clearance_level integer,
    file_path text,
    revision text NOT NULL,
    revises text,
    document_id text,
    based_on_version integer,
    change_description text,
    revised_edit text,
    scheduled_release_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    preview text NOT NULL,
    content text,
    CONSTRAINT drafts_clearance_level_check CHECK (((clearance_level >= 1) AND (clearance_level <= 5))),
    CONSTRAINT drafts_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
    CONSTRAINT drafts_id_key UNIQUE (id),
    CONSTRAINT drafts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
    CONSTRAINT drafts_pkey PRIMARY KEY ("position")
);

CREATE UNIQUE INDEX drafts_document ON drafts USING btree (document_id, owner_id) WHERE (document_id IS NOT NULL);

CREATE INDEX drafts_owner ON drafts USING btree (owner_id, updated_at);

CREATE UNIQUE INDEX drafts_revises ON drafts USING btree (owner_id, revises) WHERE (revises IS NOT NULL);

CREATE TABLE file_refs (
    upload_id text NOT NULL,
    holder_kind text NOT NULL,
    holder_id text NOT NULL,
    CONSTRAINT file_refs_pkey PRIMARY KEY (upload_id, holder_kind, holder_id),
    CONSTRAINT file_refs_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id)
);

CREATE INDEX file_refs_holder ON file_refs USING btree (holder_kind, holder_id);

CREATE TABLE file_texts (
    upload_id text NOT NULL,
    state text NOT NULL,
    due_at bigint NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    plain text,
    CONSTRAINT file_texts_check CHECK (((state = 'ready'::text) = (plain IS NOT NULL))),
    CONSTRAINT file_texts_pkey PRIMARY KEY (upload_id),
    CONSTRAINT file_texts_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'none'::text]))),
    CONSTRAINT file_texts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id)
);

CREATE INDEX file_texts_due ON file_texts USING btree (due_at) WHERE (state = 'waiting'::text);

CREATE TABLE imported_pages (
    source text NOT NULL,
    path text NOT NULL,
    hash text NOT NULL,
    record_id text NOT NULL,
    version integer,
    CONSTRAINT imported_pages_pkey PRIMARY KEY (source, path)
);

CREATE TABLE jobs (
    name text NOT NULL,
    leased_by text,
    leased_until bigint NOT NULL,
    mark bigint,
    CONSTRAINT jobs_pkey PRIMARY KEY (name)
);

CREATE TABLE key_check (
    id text NOT NULL,
    value text NOT NULL,
    CONSTRAINT key_check_id_check CHECK ((id = ANY (ARRAY['secret_key'::text, 'signing_key'::text]))),
    CONSTRAINT key_check_pkey PRIMARY KEY (id)
);

CREATE TABLE known_networks (
    user_id text NOT NULL,
    network text NOT NULL,
    last_used_at bigint NOT NULL,
    CONSTRAINT known_networks_pkey PRIMARY KEY (user_id, network),
    CONSTRAINT known_networks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX known_networks_use ON known_networks USING btree (last_used_at);

CREATE TABLE lockouts (
    key text NOT NULL,
    failures integer NOT NULL,
    window_started_at bigint NOT NULL,
    locks integer NOT NULL,
    locked_until bigint,
    day_failures text NOT NULL,
    last_failed_at bigint NOT NULL,
    CONSTRAINT lockouts_pkey PRIMARY KEY (key)
);

CREATE INDEX lockouts_full ON lockouts USING btree (key) WHERE (length(day_failures) >= 339);

CREATE INDEX lockouts_locked ON lockouts USING btree (locked_until) WHERE (locked_until IS NOT NULL);

CREATE TABLE login_attempts (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    ip_address text,
    user_agent text,
    success boolean NOT NULL,
    failure_reason text,
    is_suspicious boolean NOT NULL,
    attempted_at bigint NOT NULL,
    count integer DEFAULT 1 NOT NULL,
    CONSTRAINT login_attempts_id_key UNIQUE (id),
    CONSTRAINT login_attempts_pkey PRIMARY KEY ("position")
);

CREATE INDEX login_attempts_failed_address ON login_attempts USING btree (ip_address, attempted_at) WHERE (NOT success);

CREATE INDEX login_attempts_failed_name ON login_attempts USING btree (username_key, attempted_at) WHERE (NOT success);

CREATE INDEX login_attempts_suspicious ON login_attempts USING btree ("position") WHERE is_suspicious;

CREATE INDEX login_attempts_tally ON login_attempts USING btree (attempted_at, success, is_suspicious, count);

CREATE TABLE mail (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    recipient_id text NOT NULL,
    recipient_email text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    page text NOT NULL,
    notification_type text NOT NULL,
    entity_type text NOT NULL,
    entity_id text,
    once text,
    created_at bigint NOT NULL,
    queued_at bigint NOT NULL,
    sent_at bigint,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at bigint,
    claim text,
    last_error text,
    CONSTRAINT mail_id_key UNIQUE (id),
    CONSTRAINT mail_pkey PRIMARY KEY ("position"),
    CONSTRAINT mail_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES users(id)
);

CREATE INDEX mail_age ON mail USING btree (created_at);

CREATE INDEX mail_due ON mail USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

CREATE UNIQUE INDEX mail_once ON mail USING btree (recipient_id, once) WHERE (once IS NOT NULL);

CREATE TABLE mail_declined (
    user_id text NOT NULL,
    kind text NOT NULL,
    CONSTRAINT mail_declined_pkey PRIMARY KEY (user_id, kind),
    CONSTRAINT mail_declined_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE notifications (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    decided_by text,
    comment text,
    entity_type text NOT NULL,
    entity_id text NOT NULL,
    created_at bigint NOT NULL,
    read_at bigint,
    due_at bigint,
    once text,
    change text,
    comment_id text,
    level integer,
    CONSTRAINT notifications_id_key UNIQUE (id),
    CONSTRAINT notifications_level_check CHECK (((level >= 1) AND (level <= 5))),
    CONSTRAINT notifications_pkey PRIMARY KEY ("position"),
    CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX notifications_age ON notifications USING btree (created_at);

CREATE INDEX notifications_of_comment ON notifications USING btree (comment_id) WHERE (comment_id IS NOT NULL);

CREATE UNIQUE INDEX notifications_once ON notifications USING btree (once) WHERE (once IS NOT NULL);

CREATE INDEX notifications_read ON notifications USING btree (user_id, "position") WHERE (read_at IS NOT NULL);

CREATE INDEX notifications_unread ON notifications USING btree (user_id, "position") WHERE (read_at IS NULL);

CREATE TABLE password_resets (
    user_id text NOT NULL,
    code_hash text NOT NULL,
    issued_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    CONSTRAINT password_resets_pkey PRIMARY KEY (user_id),
    CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX password_resets_expiry ON password_resets USING btree (expires_at);

CREATE TABLE pending_logins (
    token_hash text NOT NULL,
    user_id text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    tries integer NOT NULL,
    CONSTRAINT pending_logins_pkey PRIMARY KEY (token_hash),
    CONSTRAINT pending_logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX pending_logins_expiry ON pending_logins USING btree (expires_at);

CREATE INDEX pending_logins_user ON pending_logins USING btree (user_id, created_at);

CREATE TABLE rate_windows (
    key text NOT NULL,
    window_started_at bigint NOT NULL,
    count integer NOT NULL,
    CONSTRAINT rate_windows_pkey PRIMARY KEY (key)
);

CREATE TABLE search_sequences (
    bucket bigint NOT NULL,
    block bigint NOT NULL,
    members bytea STORAGE EXTERNAL NOT NULL,
    CONSTRAINT search_sequences_pkey PRIMARY KEY (bucket, block)
) WITH (fillfactor=70);

CREATE TABLE search_words (
    block bigint NOT NULL,
    word text COLLATE "C" NOT NULL,
    members bytea STORAGE PLAIN NOT NULL,
    CONSTRAINT search_words_pkey PRIMARY KEY (block, word)
) WITH (fillfactor=70);

CREATE INDEX search_words_words ON search_words USING btree (word, block);

CREATE TABLE second_factor_codes (
    user_id text NOT NULL,
    is_pending boolean NOT NULL,
    code_hash text NOT NULL,
    kind text NOT NULL,
    CONSTRAINT second_factor_codes_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'static'::text]))),
    CONSTRAINT second_factor_codes_pkey PRIMARY KEY (user_id, is_pending, code_hash),
    CONSTRAINT second_factor_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE UNIQUE INDEX second_factor_codes_static ON second_factor_codes USING btree (user_id, is_pending) WHERE (kind = 'static'::text);

CREATE TABLE second_factors (
    user_id text NOT NULL,
    secret text,
    last_step bigint,
    pending_secret text,
    syncs bigint NOT NULL,
    CONSTRAINT second_factors_pkey PRIMARY KEY (user_id),
    CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE sessions (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    token_hash text NOT NULL,
    user_id text NOT NULL,
    method text NOT NULL,
    created_at bigint NOT NULL,
    last_active_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ip_address text,
    user_agent text,
    CONSTRAINT sessions_id_key UNIQUE (id),
    CONSTRAINT sessions_pkey PRIMARY KEY ("position"),
    CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
    CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);

CREATE INDEX sessions_user ON sessions USING btree (user_id, "position");

CREATE TABLE site_settings (
    id text NOT NULL,
    is_locked boolean NOT NULL,
    two_factor_required boolean NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT site_settings_id_check CHECK ((id = 'site'::text)),
    CONSTRAINT site_settings_pkey PRIMARY KEY (id)
);

CREATE TABLE stored_replies (
    user_id text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    created_at bigint NOT NULL,
    item text NOT NULL,
    CONSTRAINT stored_replies_key PRIMARY KEY (user_id, method, path, key),
    CONSTRAINT stored_replies_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX stored_replies_age ON stored_replies USING btree (created_at);

CREATE TABLE submission_steps (
    id text NOT NULL,
    submission_id text NOT NULL,
    step_number integer NOT NULL,
    approver_id text NOT NULL,
    approver_username text NOT NULL,
    status text NOT NULL,
    comments text,
    approved_at bigint NOT NULL,
    CONSTRAINT submission_steps_pkey PRIMARY KEY (id),
    CONSTRAINT submission_steps_status_check CHECK ((status = ANY (ARRAY['approved'::text, 'rejected'::text]))),
    CONSTRAINT submission_steps_step_key UNIQUE (submission_id, step_number),
    CONSTRAINT submission_steps_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id)
);

CREATE TABLE submissions (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    title text NOT NULL,
    category text NOT NULL,
    file_path text,
    status text NOT NULL,
    assigned_clearance_level integer,
    submitted_by text NOT NULL,
    reviewed_by text,
    review_comments text,
    approval_step integer NOT NULL,
    max_approval_steps integer NOT NULL,
    scheduled_release_at bigint,
    timed_out_at bigint,
    resubmitted_at bigint,
    document_id text,
    resubmission_of text,
    resubmitted_as text,
    attempt integer DEFAULT 1 NOT NULL,
    created_at bigint NOT NULL,
    reviewed_at bigint,
    preview text NOT NULL,
    content text NOT NULL,
    CONSTRAINT submissions_assigned_clearance_level_check CHECK (((assigned_clearance_level >= 1) AND (assigned_clearance_level <= 5))),
    CONSTRAINT submissions_id_key UNIQUE (id),
    CONSTRAINT submissions_pkey PRIMARY KEY ("position"),
    CONSTRAINT submissions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT submissions_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id)
);

CREATE INDEX submissions_document ON submissions USING btree (document_id) WHERE (document_id IS NOT NULL);

CREATE INDEX submissions_owner ON submissions USING btree (submitted_by, "position");

CREATE INDEX submissions_rejected ON submissions USING btree (reviewed_at) WHERE (status = 'rejected'::text);

CREATE INDEX submissions_revised ON submissions USING btree (resubmitted_as) WHERE (resubmitted_as IS NOT NULL);

CREATE INDEX submissions_waiting ON submissions USING btree (COALESCE(resubmitted_at, created_at), "position") WHERE (status = 'pending'::text);

CREATE INDEX submissions_waiting_owner ON submissions USING btree (submitted_by, COALESCE(resubmitted_at, created_at)) WHERE (status = 'pending'::text);

CREATE TABLE system_metrics (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    metric_type text NOT NULL,
    value bigint NOT NULL,
    unit text NOT NULL,
    timestamp bigint NOT NULL,
    CONSTRAINT system_metrics_id_key UNIQUE (id),
    CONSTRAINT system_metrics_pkey PRIMARY KEY ("position")
);

CREATE INDEX system_metrics_age ON system_metrics USING btree ("timestamp");

CREATE INDEX system_metrics_series ON system_metrics USING btree (metric_type, "timestamp");

CREATE TABLE templates (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    category text NOT NULL,
    required_clearance integer NOT NULL,
    is_active boolean NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    content text NOT NULL,
    CONSTRAINT templates_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
    CONSTRAINT templates_id_key UNIQUE (id),
    CONSTRAINT templates_pkey PRIMARY KEY ("position"),
    CONSTRAINT templates_required_clearance_check CHECK (((required_clearance >= 1) AND (required_clearance <= 5)))
);

CREATE TABLE trash (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    document_id text NOT NULL,
    title text NOT NULL,
    category text NOT NULL,
    clearance_level integer NOT NULL,
    submitted_by text NOT NULL,
    version integer NOT NULL,
    archive_section text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    trashed_by text NOT NULL,
    trashed_at bigint NOT NULL,
    CONSTRAINT trash_clearance_level_check CHECK (((clearance_level >= 1) AND (clearance_level <= 5))),
    CONSTRAINT trash_document_id_key UNIQUE (document_id),
    CONSTRAINT trash_pkey PRIMARY KEY ("position"),
    CONSTRAINT trash_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id),
    CONSTRAINT trash_trashed_by_fkey FOREIGN KEY (trashed_by) REFERENCES users(id)
);

CREATE INDEX trash_age ON trash USING btree (trashed_at);

CREATE TABLE trashed_rows (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    document_id text NOT NULL,
    source text NOT NULL,
    content jsonb NOT NULL,
    CONSTRAINT trashed_rows_document_id_fkey FOREIGN KEY (document_id) REFERENCES trash(document_id) ON DELETE CASCADE,
    CONSTRAINT trashed_rows_pkey PRIMARY KEY ("position")
);

CREATE INDEX trashed_rows_document ON trashed_rows USING btree (document_id, "position");

CREATE TABLE uploads (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    ticket_hash text NOT NULL,
    owner_id text NOT NULL,
    status text NOT NULL,
    filename text,
    content_type text,
    size bigint,
    sha256 text,
    refusal text,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    kind text DEFAULT 'file'::text NOT NULL,
    width integer,
    height integer,
    CONSTRAINT uploads_id_key UNIQUE (id),
    CONSTRAINT uploads_kind_check CHECK ((kind = ANY (ARRAY['file'::text, 'picture'::text]))),
    CONSTRAINT uploads_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
    CONSTRAINT uploads_pkey PRIMARY KEY ("position"),
    CONSTRAINT uploads_status_check CHECK ((status = ANY (ARRAY['issued'::text, 'uploading'::text, 'stored'::text, 'final'::text, 'refused'::text, 'deleted'::text]))),
    CONSTRAINT uploads_ticket_hash_key UNIQUE (ticket_hash)
);

CREATE INDEX uploads_owner ON uploads USING btree (owner_id, created_at);

CREATE INDEX uploads_state ON uploads USING btree (status, expires_at);

CREATE TRIGGER uploads_storage AFTER INSERT OR DELETE OR UPDATE ON uploads FOR EACH ROW EXECUTE FUNCTION uploads_storage();

CREATE TABLE users (
    position bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    id text NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    password_hash text,
    access_key text NOT NULL,
    clearance_level integer NOT NULL,
    is_admin boolean NOT NULL,
    is_approved boolean NOT NULL,
    two_factor_enabled boolean NOT NULL,
    email text,
    phone text,
    theme text NOT NULL,
    session_timeout integer NOT NULL,
    last_activity bigint,
    last_login_attempt bigint,
    failed_login_attempts integer NOT NULL,
    created_at bigint NOT NULL,
    deleted_at bigint,
    revision bigint NOT NULL,
    email_notifications boolean DEFAULT true NOT NULL,
    first_steps_hidden boolean DEFAULT false NOT NULL,
    mail_step_ticked boolean DEFAULT false NOT NULL,
    backup_step_ticked boolean DEFAULT false NOT NULL,
    CONSTRAINT users_clearance_level_check CHECK (((clearance_level >= 1) AND (clearance_level <= 5))),
    CONSTRAINT users_id_key UNIQUE (id),
    CONSTRAINT users_pkey PRIMARY KEY ("position"),
    CONSTRAINT users_username_key_key UNIQUE (username_key)
);

CREATE INDEX users_administrators ON users USING btree (id) WHERE (is_admin AND is_approved AND (deleted_at IS NULL));

CREATE INDEX users_pending ON users USING btree ("position") WHERE ((NOT is_approved) AND (deleted_at IS NULL));

CREATE INDEX users_present ON users USING btree (id) WHERE (deleted_at IS NULL);

CREATE OR REPLACE FUNCTION archive_counts_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO archive_counts AS kept (clearance_level, archive_section, documents)
    SELECT clearance_level, archive_section, COUNT(*) FROM added
    WHERE archive_section IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (clearance_level, archive_section) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION archive_counts_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO archive_counts AS kept (clearance_level, archive_section, documents)
    SELECT clearance_level, archive_section, SUM(moved) FROM (
        SELECT clearance_level, archive_section, 1 AS moved FROM added WHERE archive_section IS NOT NULL
        UNION ALL
        SELECT clearance_level, archive_section, -1 FROM removed WHERE archive_section IS NOT NULL
    ) AS moves
    GROUP BY 1, 2 HAVING SUM(moved) <> 0 ORDER BY 1, 2
    ON CONFLICT (clearance_level, archive_section) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION archive_counts_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO archive_counts AS kept (clearance_level, archive_section, documents)
    SELECT clearance_level, archive_section, -COUNT(*) FROM removed
    WHERE archive_section IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (clearance_level, archive_section) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION audit_log_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    RAISE EXCEPTION 'the audit log is append-only';
END $function$
;

CREATE OR REPLACE FUNCTION audit_log_next()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF NEW.number IS DISTINCT FROM (SELECT COALESCE(MAX(number), 0) + 1 FROM audit_log) THEN
        RAISE EXCEPTION 'the audit log takes the next number only';
    END IF;
    PERFORM pg_notify('facility_events', '');
    RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION audit_log_tail()
 RETURNS TABLE(number bigint, hash text, content_changed_at bigint)
 LANGUAGE plpgsql
AS $function$
BEGIN
    PERFORM pg_advisory_xact_lock(7305804402530);
    RETURN QUERY SELECT newest.number, newest.hash, newest.content_changed_at
        FROM audit_log newest ORDER BY newest.number DESC LIMIT 1;
END $function$
;

CREATE OR REPLACE FUNCTION document_counts_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO document_counts AS kept (clearance_level, category, is_archived, documents)
    SELECT clearance_level, category, is_archived, COUNT(*) FROM added
    GROUP BY clearance_level, category, is_archived
    ORDER BY clearance_level, category, is_archived
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION document_counts_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO document_counts AS kept (clearance_level, category, is_archived, documents)
    SELECT clearance_level, category, is_archived, SUM(moved) FROM (
        SELECT clearance_level, category, is_archived, 1 AS moved FROM added
        UNION ALL
        SELECT clearance_level, category, is_archived, -1 FROM removed
    ) AS moves
    GROUP BY clearance_level, category, is_archived HAVING SUM(moved) <> 0
    ORDER BY clearance_level, category, is_archived
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION document_counts_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO document_counts AS kept (clearance_level, category, is_archived, documents)
    SELECT clearance_level, category, is_archived, -COUNT(*) FROM removed
    GROUP BY clearance_level, category, is_archived
    ORDER BY clearance_level, category, is_archived
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION document_places_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO document_places AS kept (block, clearance_level, documents)
    SELECT position >> 11, clearance_level, COUNT(*) FROM added
    WHERE NOT is_archived GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (block, clearance_level) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION document_places_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO document_places AS kept (block, clearance_level, documents)
    SELECT block, clearance_level, SUM(moved) FROM (
        SELECT position >> 11 AS block, clearance_level, 1 AS moved FROM added WHERE NOT is_archived
        UNION ALL
        SELECT position >> 11, clearance_level, -1 FROM removed WHERE NOT is_archived
    ) AS moves
    GROUP BY 1, 2 HAVING SUM(moved) <> 0 ORDER BY 1, 2
    ON CONFLICT (block, clearance_level) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION document_places_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO document_places AS kept (block, clearance_level, documents)
    SELECT position >> 11, clearance_level, -COUNT(*) FROM removed
    WHERE NOT is_archived GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (block, clearance_level) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION search_members(before bytea, more bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
    members BYTEA := before;
    part BYTEA;
BEGIN
    IF length(before) % 2 = 0 AND length(more) % 2 = 0 AND length(before) + length(more) < 1024 THEN
        RETURN before || more;
    END IF;
    IF length(before) % 2 = 0 THEN
        members := decode(repeat('00', 1025), 'hex');
    END IF;
    FOREACH part IN ARRAY ARRAY[before, more] LOOP
        IF length(part) % 2 = 0 THEN
            FOR i IN 0 .. length(part) / 2 - 1 LOOP
                members := set_bit(members, get_byte(part, 2 * i) + 256 * get_byte(part, 2 * i + 1), 1);
            END LOOP;
        ELSIF part <> members THEN
            FOR i IN 0 .. 1023 LOOP
                members := set_byte(members, i, get_byte(members, i) | get_byte(part, i));
            END LOOP;
        END IF;
    END LOOP;
    RETURN members;
END $function$
;

CREATE OR REPLACE FUNCTION search_members_but(members bytea, left_out integer)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
    kept BYTEA := '';
BEGIN
    IF length(members) % 2 = 1 THEN
        RETURN set_bit(members, left_out, 0);
    END IF;
    FOR i IN 0 .. length(members) / 2 - 1 LOOP
        IF get_byte(members, 2 * i) + 256 * get_byte(members, 2 * i + 1) <> left_out THEN
            kept := kept || substr(members, 2 * i + 1, 2);
        END IF;
    END LOOP;
    RETURN kept;
END $function$
;

CREATE OR REPLACE FUNCTION search_sequences_but(members bytea, left_out integer)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
    low INTEGER := left_out % 256;
    high INTEGER := left_out / 256;
    kept BYTEA := '';
    start INTEGER := 0;
BEGIN
    FOR i IN 0 .. length(members) / 4 - 1 LOOP
        IF get_byte(members, 4 * i) = low AND get_byte(members, 4 * i + 1) & 31 = high THEN
            kept := kept || substr(members, start + 1, 4 * i - start);
            start := 4 * i + 4;
        END IF;
    END LOOP;
    RETURN kept || substr(members, start + 1);
END $function$
;

CREATE OR REPLACE FUNCTION uploads_storage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
    held BIGINT := 0;
BEGIN
    IF TG_OP <> 'DELETE' AND NEW.status IN ('stored', 'final') THEN
        held := held + COALESCE(NEW.size, 0);
    END IF;
    IF TG_OP <> 'INSERT' AND OLD.status IN ('stored', 'final') THEN
        held := held - COALESCE(OLD.size, 0);
    END IF;
    IF held <> 0 THEN
        INSERT INTO activity_changes (metric, count, last_at) VALUES ('storage_bytes', held, 0);
    END IF;
    RETURN NULL;
END $function$
;
