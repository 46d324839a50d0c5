//! The tables, declared for the query DSL.

use diesel::{allow_tables_to_appear_in_same_query, table};

table! {
    users (position) {
        position -> BigInt,
        id -> Text,
        username -> Text,
        username_key -> Text,
        password_hash -> Nullable<Text>,
        access_key -> Text,
        clearance_level -> Integer,
        is_admin -> Bool,
        is_approved -> Bool,
        two_factor_enabled -> Bool,
        email -> Nullable<Text>,
        email_notifications -> Bool,
        phone -> Nullable<Text>,
        theme -> Text,
        session_timeout -> Integer,
        first_steps_hidden -> Bool,
        mail_step_ticked -> Bool,
        backup_step_ticked -> Bool,
        last_activity -> Nullable<BigInt>,
        last_login_attempt -> Nullable<BigInt>,
        failed_login_attempts -> Integer,
        created_at -> BigInt,
        deleted_at -> Nullable<BigInt>,
        revision -> BigInt,
    }
}

table! {
    document_variants (position, level) {
        position -> BigInt,
        level -> Integer,
        plain -> Text,
    }
}

table! {
    document_titles (position, title_key) {
        position -> BigInt,
        title_key -> Text,
        level -> Integer,
    }
}

table! {
    document_links (position, target) {
        position -> BigInt,
        target -> Text,
        levels -> Integer,
    }
}

table! {
    sessions (position) {
        position -> BigInt,
        id -> Text,
        token_hash -> Text,
        user_id -> Text,
        method -> Text,
        created_at -> BigInt,
        last_active_at -> BigInt,
        expires_at -> BigInt,
        ip_address -> Nullable<Text>,
        user_agent -> Nullable<Text>,
    }
}

table! {
    site_settings (id) {
        id -> Text,
        is_locked -> Bool,
        two_factor_required -> Bool,
        updated_at -> BigInt,
    }
}

table! {
    second_factors (user_id) {
        user_id -> Text,
        secret -> Nullable<Text>,
        last_step -> Nullable<BigInt>,
        pending_secret -> Nullable<Text>,
        syncs -> BigInt,
    }
}

table! {
    second_factor_codes (user_id, is_pending, code_hash) {
        user_id -> Text,
        is_pending -> Bool,
        code_hash -> Text,
        kind -> Text,
    }
}

table! {
    pending_logins (token_hash) {
        token_hash -> Text,
        user_id -> Text,
        created_at -> BigInt,
        expires_at -> BigInt,
        tries -> Integer,
    }
}

table! {
    key_check (id) {
        id -> Text,
        value -> Text,
    }
}

table! {
    credentials (name) {
        name -> Text,
        hash -> Text,
        updated_at -> BigInt,
    }
}

table! {
    login_attempts (position) {
        position -> BigInt,
        id -> Text,
        username -> Text,
        username_key -> Text,
        ip_address -> Nullable<Text>,
        user_agent -> Nullable<Text>,
        success -> Bool,
        failure_reason -> Nullable<Text>,
        is_suspicious -> Bool,
        attempted_at -> BigInt,
        count -> Integer,
    }
}

table! {
    lockouts (key) {
        key -> Text,
        failures -> Integer,
        window_started_at -> BigInt,
        locks -> Integer,
        locked_until -> Nullable<BigInt>,
        day_failures -> Text,
        last_failed_at -> BigInt,
    }
}

table! {
    devices (user_id, token_hash) {
        user_id -> Text,
        token_hash -> Text,
        last_used_at -> BigInt,
        day_failures -> Text,
        wrong_codes -> Text,
    }
}

table! {
    known_networks (user_id, network) {
        user_id -> Text,
        network -> Text,
        last_used_at -> BigInt,
    }
}

table! {
    rate_windows (key) {
        key -> Text,
        window_started_at -> BigInt,
        count -> Integer,
    }
}

table! {
    documents (position) {
        position -> BigInt,
        id -> Text,
        title -> Text,
        title_key -> Text,
        category -> Text,
        clearance_level -> Integer,
        file_path -> Nullable<Text>,
        submitted_by -> Text,
        is_archived -> Bool,
        archive_section -> Nullable<Text>,
        archived_at -> Nullable<BigInt>,
        archived_by -> Nullable<Text>,
        archive_requested -> Bool,
        archive_requested_at -> Nullable<BigInt>,
        archive_requested_by -> Nullable<Text>,
        archive_request_section -> Nullable<Text>,
        scheduled_release_at -> Nullable<BigInt>,
        version -> Integer,
        created_at -> BigInt,
        updated_at -> BigInt,
        preview -> Text,
        content -> Text,
    }
}

table! {
    search_words (block, word) {
        block -> BigInt,
        word -> Text,
        members -> Binary,
    }
}

table! {
    submissions (position) {
        position -> BigInt,
        id -> Text,
        title -> Text,
        category -> Text,
        file_path -> Nullable<Text>,
        status -> Text,
        assigned_clearance_level -> Nullable<Integer>,
        submitted_by -> Text,
        reviewed_by -> Nullable<Text>,
        review_comments -> Nullable<Text>,
        approval_step -> Integer,
        max_approval_steps -> Integer,
        scheduled_release_at -> Nullable<BigInt>,
        timed_out_at -> Nullable<BigInt>,
        resubmitted_at -> Nullable<BigInt>,
        document_id -> Nullable<Text>,
        resubmission_of -> Nullable<Text>,
        resubmitted_as -> Nullable<Text>,
        attempt -> Integer,
        created_at -> BigInt,
        reviewed_at -> Nullable<BigInt>,
        preview -> Text,
        content -> Text,
    }
}

table! {
    submission_steps (id) {
        id -> Text,
        submission_id -> Text,
        step_number -> Integer,
        approver_id -> Text,
        approver_username -> Text,
        status -> Text,
        comments -> Nullable<Text>,
        approved_at -> BigInt,
    }
}

table! {
    notifications (position) {
        position -> BigInt,
        id -> Text,
        user_id -> Text,
        kind -> Text,
        title -> Text,
        decided_by -> Nullable<Text>,
        comment -> Nullable<Text>,
        entity_type -> Text,
        entity_id -> Text,
        created_at -> BigInt,
        read_at -> Nullable<BigInt>,
        due_at -> Nullable<BigInt>,
        change -> Nullable<Text>,
        comment_id -> Nullable<Text>,
        level -> Nullable<Integer>,
        once -> Nullable<Text>,
    }
}

table! {
    mail (position) {
        position -> BigInt,
        id -> Text,
        recipient_id -> Text,
        recipient_email -> Text,
        subject -> Text,
        body -> Text,
        page -> Text,
        notification_type -> Text,
        entity_type -> Text,
        entity_id -> Nullable<Text>,
        once -> Nullable<Text>,
        created_at -> BigInt,
        queued_at -> BigInt,
        sent_at -> Nullable<BigInt>,
        tries -> Integer,
        next_try_at -> Nullable<BigInt>,
        claim -> Nullable<Text>,
        last_error -> Nullable<Text>,
    }
}

table! {
    mail_declined (user_id, kind) {
        user_id -> Text,
        kind -> Text,
    }
}

table! {
    alert_marks (user_id, alert_id) {
        user_id -> Text,
        alert_id -> Text,
        read_at -> BigInt,
        cleared_at -> Nullable<BigInt>,
    }
}

table! {
    activity_changes (position) {
        position -> BigInt,
        metric -> Text,
        hour -> Nullable<BigInt>,
        count -> BigInt,
        last_at -> BigInt,
    }
}

table! {
    system_metrics (position) {
        position -> BigInt,
        id -> Text,
        metric_type -> Text,
        value -> BigInt,
        unit -> Text,
        timestamp -> BigInt,
    }
}

table! {
    counters (name) {
        name -> Text,
        value -> BigInt,
    }
}

table! {
    jobs (name) {
        name -> Text,
        leased_by -> Nullable<Text>,
        leased_until -> BigInt,
        mark -> Nullable<BigInt>,
    }
}

table! {
    stored_replies (user_id, method, path, key) {
        user_id -> Text,
        method -> Text,
        path -> Text,
        key -> Text,
        fingerprint -> Text,
        item -> Text,
        created_at -> BigInt,
    }
}

table! {
    uploads (position) {
        position -> BigInt,
        id -> Text,
        ticket_hash -> Text,
        owner_id -> Text,
        status -> Text,
        filename -> Nullable<Text>,
        content_type -> Nullable<Text>,
        size -> Nullable<BigInt>,
        sha256 -> Nullable<Text>,
        refusal -> Nullable<Text>,
        created_at -> BigInt,
        expires_at -> BigInt,
        kind -> Text,
        width -> Nullable<Integer>,
        height -> Nullable<Integer>,
    }
}

table! {
    file_texts (upload_id) {
        upload_id -> Text,
        state -> Text,
        due_at -> BigInt,
        failures -> Integer,
        plain -> Nullable<Text>,
    }
}

table! {
    file_refs (upload_id, holder_kind, holder_id) {
        upload_id -> Text,
        holder_kind -> Text,
        holder_id -> Text,
    }
}

table! {
    discarded_files (upload_id) {
        upload_id -> Text,
        failed_at -> BigInt,
    }
}

table! {
    document_access_log (position) {
        position -> BigInt,
        id -> Text,
        document_id -> Text,
        user_id -> Text,
        username -> Text,
        access_type -> Text,
        version -> Nullable<Integer>,
        accessed_at -> BigInt,
        ip_address -> Nullable<Text>,
        user_agent -> Nullable<Text>,
    }
}

table! {
    document_readers (document_id, user_id) {
        document_id -> Text,
        user_id -> Text,
        opened_version -> Integer,
        opening -> BigInt,
        last_at -> BigInt,
    }
}

table! {
    audit_log (number) {
        number -> BigInt,
        id -> Text,
        action -> Text,
        entity_type -> Text,
        entity_id -> Nullable<Text>,
        performed_by -> Nullable<Text>,
        performed_by_username -> Nullable<Text>,
        details -> Nullable<Text>,
        ip_address -> Nullable<Text>,
        user_agent -> Nullable<Text>,
        request_id -> Text,
        is_admin_action -> Bool,
        count -> BigInt,
        timestamp -> BigInt,
        previous_hash -> Text,
        hash -> Text,
        mac -> Text,
        content_changed_at -> BigInt,
    }
}

table! {
    templates (position) {
        position -> BigInt,
        id -> Text,
        name -> Text,
        description -> Text,
        category -> Text,
        content -> Text,
        required_clearance -> Integer,
        is_active -> Bool,
        created_by -> Text,
        created_at -> BigInt,
        updated_at -> BigInt,
    }
}

table! {
    drafts (position) {
        position -> BigInt,
        id -> Text,
        owner_id -> Text,
        title -> Nullable<Text>,
        content -> Nullable<Text>,
        preview -> Text,
        category -> Nullable<Text>,
        clearance_level -> Nullable<Integer>,
        file_path -> Nullable<Text>,
        revision -> Text,
        created_at -> BigInt,
        updated_at -> BigInt,
        revises -> Nullable<Text>,
        scheduled_release_at -> Nullable<BigInt>,
        document_id -> Nullable<Text>,
        based_on_version -> Nullable<Integer>,
        change_description -> Nullable<Text>,
        revised_edit -> Nullable<Text>,
    }
}

table! {
    document_edits (position) {
        position -> BigInt,
        id -> Text,
        document_id -> Text,
        title -> Text,
        category -> Text,
        clearance_level -> Integer,
        base_version -> Integer,
        base_clearance -> Integer,
        change_description -> Nullable<Text>,
        file_path -> Nullable<Text>,
        status -> Text,
        submitted_by -> Text,
        reviewed_by -> Nullable<Text>,
        review_comments -> Nullable<Text>,
        approval_step -> Integer,
        max_approval_steps -> Integer,
        timed_out_at -> Nullable<BigInt>,
        resubmitted_at -> Nullable<BigInt>,
        resubmission_of -> Nullable<Text>,
        resubmitted_as -> Nullable<Text>,
        attempt -> Integer,
        created_at -> BigInt,
        reviewed_at -> Nullable<BigInt>,
        preview -> Text,
        content -> Text,
    }
}

table! {
    document_versions (position) {
        position -> BigInt,
        id -> Text,
        document_id -> Text,
        version_number -> Integer,
        title -> Text,
        category -> Text,
        clearance_level -> Integer,
        file_path -> Nullable<Text>,
        change_description -> Nullable<Text>,
        created_by -> Text,
        created_at -> BigInt,
        preview -> Nullable<Text>,
        content -> Nullable<Text>,
    }
}

table! {
    comments (position) {
        position -> BigInt,
        id -> Text,
        document_id -> Text,
        clearance_level -> Integer,
        author_id -> Text,
        quote -> Nullable<Text>,
        quote_level -> Nullable<Integer>,
        answers_to -> Nullable<Text>,
        answers_level -> Nullable<Integer>,
        deleted_by -> Nullable<Text>,
        created_at -> BigInt,
        edited_at -> Nullable<BigInt>,
        updated_at -> BigInt,
        content -> Text,
    }
}

table! {
    document_watches (document_id, user_id) {
        document_id -> Text,
        user_id -> Text,
        watches -> Bool,
    }
}

table! {
    trash (position) {
        position -> BigInt,
        document_id -> Text,
        title -> Text,
        category -> Text,
        clearance_level -> Integer,
        submitted_by -> Text,
        version -> Integer,
        archive_section -> Nullable<Text>,
        created_at -> BigInt,
        updated_at -> BigInt,
        trashed_by -> Text,
        trashed_at -> BigInt,
    }
}

table! {
    archive_sections (position) {
        position -> BigInt,
        id -> Text,
        name -> Text,
        name_key -> Text,
        description -> Text,
        section_type -> Text,
        parent_section -> Nullable<Text>,
        display_order -> Integer,
        is_active -> Bool,
        metadata -> Nullable<Text>,
        created_by -> Text,
        created_at -> BigInt,
        updated_at -> BigInt,
    }
}

table! {
    password_resets (user_id) {
        user_id -> Text,
        code_hash -> Text,
        issued_at -> BigInt,
        expires_at -> BigInt,
    }
}

allow_tables_to_appear_in_same_query!(
    users,
    file_texts,
    counters,
    mail,
    mail_declined,
    password_resets,
    second_factor_codes,
    sessions,
    site_settings,
    documents,
    drafts,
    document_edits,
    document_versions,
    comments,
    trash,
    submissions,
    submission_steps,
    uploads,
    discarded_files,
    file_refs,
    audit_log,
    archive_sections
);
