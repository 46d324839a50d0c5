//! Logged actions, and the types of the records that they affect.

facility_kernel::named! {
    /// A logged action. The names are stored in rows and must not change.
    pub enum Action {
        /// The site was initialized on an empty database.
        SiteInitialized => "site_initialized",
        /// An account was registered. It waits for approval.
        UserRegistered => "user_registered",
        /// A session was started.
        LoginSucceeded => "login_succeeded",
        /// A sign-in was refused.
        LoginFailed => "login_failed",
        /// A sign-in passed the password check and now needs a second-factor code.
        SecondFactorAsked => "two_factor_asked",
        /// Somebody signed in with the static code. Raises an alert.
        StaticCodeUsed => "static_code_used",
        /// An account used up its second-factor attempts for the day; further codes are not checked. Raises an alert.
        SecondFactorLocked => "two_factor_locked",
        /// A user started to set up a second factor.
        TwoFactorSetUp => "two_factor_setup_started",
        /// A user turned their second factor on.
        TwoFactorEnabled => "two_factor_enabled",
        TwoFactorDisabled => "two_factor_disabled",
        /// A signed-in user entered a wrong code or password for their second factor.
        TwoFactorFailed => "two_factor_failed",
        /// Somebody opened a session with the emergency key. Raises an alert.
        EmergencyAccessOpened => "emergency_access_opened",
        /// An administrator issued codes for the second factor of an account.
        CodesSynchronized => "codes_synchronized",
        /// Somebody issued codes for an account with the master key. Raises an alert.
        EmergencyCodesSynchronized => "emergency_codes_synchronized",
        /// The master key was correct, but no codes were issued: the account does not exist or cannot have any. Raises
        /// an alert.
        MasterKeyUsed => "master_key_used",
        /// An administrator replaced the static code of an account.
        StaticCodeUpdated => "static_code_updated",
        Logout => "logout",
        /// An administrator ended another user's session.
        SessionTerminated => "session_terminated",
        /// An account was approved with a level and a key.
        UserApproved => "user_approved",
        AdminGranted => "admin_granted",
        AdminRemoved => "admin_removed",
        /// A registered account's request for administrator rights was declined.
        AdminRequestDeclined => "admin_request_declined",
        ClearanceUpdated => "clearance_updated",
        UserUnlocked => "user_unlocked",
        /// An account was deleted. Its name remains reserved.
        UserDeleted => "user_deleted",
        SettingsUpdated => "user_settings_updated",
        /// An operator created an administrator on the command line.
        AdminCreated => "admin_created",
        /// An operator set a new password on the command line.
        PasswordReset => "password_reset",
        /// A user changed their password, confirming with the old one.
        PasswordChanged => "password_changed",
        /// A user entered a wrong current password when changing it.
        PasswordChangeFailed => "password_change_failed",
        /// An administrator issued a password reset code.
        PasswordResetIssued => "password_reset_issued",
        /// A user set a new password with a reset code.
        PasswordResetCompleted => "password_reset_completed",
        /// Somebody entered a wrong or expired reset code, or one for another account.
        PasswordResetFailed => "password_reset_failed",
        /// A user ended one of their own sessions from another one.
        OwnSessionEnded => "own_session_ended",
        /// An operator turned off a user's second factor on the command line.
        TwoFactorReset => "two_factor_reset",
        /// An operator created a new emergency or master key.
        KeyRotated => "key_rotated",
        SiteLocked => "site_locked",
        SiteUnlocked => "site_unlocked",
        /// Administrators and accounts from level 3 now need a second factor.
        TwoFactorRequired => "two_factor_required",
        /// The second factor became optional.
        TwoFactorOptional => "two_factor_optional",
        UploadRequested => "upload_requested",
        /// An upload was completed and passed its checks.
        UploadStored => "upload_stored",
        UploadRefused => "upload_refused",
        /// An uploaded file was claimed by its uploader.
        UploadClaimed => "upload_claimed",
        SubmissionCreated => "submission_created",
        /// One of several approval steps was approved.
        SubmissionStepApproved => "submission_step_approved",
        /// A submission was approved and published.
        SubmissionApproved => "submission_approved",
        SubmissionRejected => "submission_rejected",
        /// A timed-out submission was resubmitted by its author.
        SubmissionResubmitted => "submission_resubmitted",
        /// A submission was withdrawn by its author before its review ended. Its text became a draft.
        SubmissionWithdrawn => "submission_withdrawn",
        /// A submission exceeded the review period and left the queue.
        SubmissionTimedOut => "submission_timed_out",
        /// An author was reminded that an item of theirs will soon leave the review queue.
        ReviewReminded => "review_reminded",
        /// The release date of a document passed. Everyone with its clearance level can now see it.
        DocumentReleased => "document_released",
        /// An edit of a document was proposed.
        EditProposed => "document_edit_proposed",
        /// One of several approval steps of an edit was approved.
        EditStepApproved => "document_edit_step_approved",
        /// An edit was approved and applied.
        EditApproved => "document_edit_approved",
        EditRejected => "document_edit_rejected",
        /// A timed-out edit was resubmitted by its author.
        EditResubmitted => "document_edit_resubmitted",
        /// An edit was withdrawn by its author before its review ended.
        EditWithdrawn => "document_edit_withdrawn",
        /// An edit exceeded the review period and left the queue.
        EditTimedOut => "document_edit_timed_out",
        DocumentReverted => "document_reverted",
        /// An administrator changed the level or the category of a document.
        DocumentReclassified => "document_reclassified",
        /// A document was deleted: it was moved to the trash, and its pending edits were withdrawn.
        DocumentDeleted => "document_deleted",
        /// A deleted document was restored from the trash.
        DocumentRestored => "document_restored",
        /// A deleted document was purged from the trash, with its files.
        DocumentPurged => "document_purged",
        CommentCreated => "comment_created",
        /// A comment was edited by its author.
        CommentEdited => "comment_edited",
        /// A comment was deleted by its author or an administrator. The row remains without the text.
        CommentDeleted => "comment_deleted",
        /// An owner requested that a document be archived.
        ArchiveRequested => "archive_requested",
        /// A request was approved: the document was archived.
        ArchiveApproved => "archive_approved",
        /// A request was rejected: the document stays in the repository.
        ArchiveRejected => "archive_rejected",
        /// An administrator archived a document.
        DocumentArchived => "document_archived",
        DocumentUnarchived => "document_unarchived",
        SectionCreated => "section_created",
        SectionUpdated => "section_updated",
        /// An archive section was closed: it accepts no documents and only administrators see it listed.
        SectionClosed => "section_closed",
        /// A closed archive section was opened again.
        SectionReopened => "section_reopened",
        TemplateCreated => "template_created",
        TemplateUpdated => "template_updated",
        /// A template was retired and is no longer offered.
        TemplateRetired => "template_retired",
        /// A retired template was restored.
        TemplateRestored => "template_restored",
        /// A draft was deleted by its owner.
        DraftDeleted => "draft_deleted",
        /// The whole installation was exported.
        InstallationExported => "installation_exported",
        /// An operator imported an archive, or a folder of Markdown files.
        InstallationImported => "installation_imported",
        /// A user exported their own records.
        RecordsExported => "own_records_exported",
        AuditExported => "audit_exported",
        /// An administrator queued a failed or undelivered message for another attempt.
        MailRetried => "mail_retried",
        /// A signed-in caller's request was refused.
        AccessDenied => "access_denied",
    }
}

facility_kernel::named! {
    /// The type of the affected record.
    pub enum EntityType {
        User => "user",
        Session => "session",
        Document => "document",
        Submission => "submission",
        /// A proposed edit of a document.
        Edit => "document_edit",
        Comment => "document_comment",
        Upload => "upload",
        Template => "template",
        Draft => "draft",
        Section => "section",
        AuditLog => "audit_log",
        /// A mail message to a user.
        Mail => "mail",
        Site => "site",
    }
}
