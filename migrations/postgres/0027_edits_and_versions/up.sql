-- Proposed edits of documents. They and their steps go with their document.
CREATE TABLE document_edits (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT document_edits_id_key UNIQUE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    category TEXT NOT NULL,
    clearance_level INTEGER NOT NULL CHECK (clearance_level BETWEEN 1 AND 5),
    -- The version that its author changed, and the level of that version.
    base_version INTEGER NOT NULL,
    base_clearance INTEGER NOT NULL CHECK (base_clearance BETWEEN 1 AND 5),
    change_description TEXT,
    status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
    submitted_by TEXT NOT NULL REFERENCES users (id),
    reviewed_by TEXT,
    review_comments TEXT,
    approval_step INTEGER NOT NULL,
    max_approval_steps INTEGER NOT NULL,
    timed_out_at BIGINT,
    resubmitted_at BIGINT,
    created_at BIGINT NOT NULL,
    reviewed_at BIGINT,
    preview TEXT NOT NULL,
    -- Last, so that reading the rest does not walk past it.
    content TEXT NOT NULL
);
CREATE INDEX document_edits_document ON document_edits (document_id);
CREATE INDEX document_edits_waiting ON document_edits ((COALESCE(resubmitted_at, created_at)), position)
WHERE status = 'pending';
CREATE INDEX document_edits_waiting_owner ON document_edits (submitted_by, (COALESCE(resubmitted_at, created_at)))
WHERE status = 'pending';

CREATE TABLE document_edit_steps (
    id TEXT NOT NULL PRIMARY KEY,
    edit_id TEXT NOT NULL REFERENCES document_edits (id) ON DELETE CASCADE,
    step_number INTEGER NOT NULL,
    approver_id TEXT NOT NULL,
    approver_username TEXT NOT NULL,
    status TEXT NOT NULL,
    comments TEXT,
    approved_at BIGINT NOT NULL,
    CONSTRAINT document_edit_steps_step_key UNIQUE (edit_id, step_number)
);

-- The versions of documents that changed. The text of the current one is in the document. The first version gets a row when
-- the second one is published, with the document's id.
CREATE TABLE document_versions (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT document_versions_id_key UNIQUE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    version_number INTEGER NOT NULL,
    title TEXT NOT NULL,
    category TEXT NOT NULL,
    clearance_level INTEGER NOT NULL CHECK (clearance_level BETWEEN 1 AND 5),
    file_path TEXT,
    change_description TEXT,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    -- Null while the document is at this version.
    preview TEXT,
    content TEXT,
    CONSTRAINT document_versions_number_key UNIQUE (document_id, version_number)
);
CREATE INDEX document_versions_file ON document_versions (file_path) WHERE file_path IS NOT NULL;

-- The members of a row of search_words without the document at this offset. It may be left empty.
CREATE FUNCTION search_members_but(members BYTEA, left_out INTEGER) RETURNS BYTEA
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
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
END $$;

-- The members of a row of search_pairs without the document at this offset: the lower 13 of the 32 bits of a member.
CREATE FUNCTION search_pairs_but(members BYTEA, left_out INTEGER) RETURNS BYTEA
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
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
END $$;
