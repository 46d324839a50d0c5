//! The actions in the log, and the types of records that they affect.

facility_kernel::named! {
    /// The action. Its name is stable because rows store it.
    pub enum Action {
        /// The site was initialized on an empty database.
        SiteInitialized => "site_initialized",
        /// An account was registered and waits for approval.
        UserRegistered => "user_registered",
        /// A session was started.
        LoginSucceeded => "login_succeeded",
        /// A sign-in was refused.
        LoginFailed => "login_failed",
        /// The password of a sign-in was right, and a code is awaited.
        SecondFactorAsked => "two_factor_asked",
        /// Somebody signed in with the static code. An alert.
        StaticCodeUsed => "static_code_used",
        /// The last wrong code that is checked for an account today was entered. An alert.
        SecondFactorLocked => "two_factor_locked",
        /// A user started to set up a second factor.
        TwoFactorSetUp => "two_factor_setup_started",
        /// A user turned their second factor on.
        TwoFactorEnabled => "two_factor_enabled",
        /// A user turned their second factor off.
        TwoFactorDisabled => "two_factor_disabled",
        /// A signed-in user entered a wrong code or password for their second factor.
        TwoFactorFailed => "two_factor_failed",
        /// Somebody opened a session with the emergency key. An alert.
        EmergencyAccessOpened => "emergency_access_opened",
        /// An administrator issued codes for the second factor of an account.
        CodesSynchronized => "codes_synchronized",
        /// Somebody issued codes for an account with the master key. An alert.
        EmergencyCodesSynchronized => "emergency_codes_synchronized",
        /// The master key was right, and no codes were issued: there is no such account, or none that can have some. An
        /// alert.
        MasterKeyUsed => "master_key_used",
        /// An administrator replaced the static code of an account.
        StaticCodeUpdated => "static_code_updated",
        /// The owner ended a session.
        Logout => "logout",
        /// An administrator ended another session.
        SessionTerminated => "session_terminated",
        /// An account was approved with a level and a key.
        UserApproved => "user_approved",
        /// Administrator rights were granted.
        AdminGranted => "admin_granted",
        /// Administrator rights were removed.
        AdminRemoved => "admin_removed",
        /// A registered account's request for administrator rights was declined.
        AdminRequestDeclined => "admin_request_declined",
        /// Level and key of an account were changed.
        ClearanceUpdated => "clearance_updated",
        /// A lockout was cleared.
        UserUnlocked => "user_unlocked",
        /// An account was deleted; its name stays taken.
        UserDeleted => "user_deleted",
        /// A user changed their settings.
        SettingsUpdated => "user_settings_updated",
        /// An operator created an administrator on the command line.
        AdminCreated => "admin_created",
        /// An operator set a new password on the command line.
        PasswordReset => "password_reset",
        /// A user set a new password with the old one.
        PasswordChanged => "password_changed",
        /// A user gave a wrong password when they wanted to set a new one.
        PasswordChangeFailed => "password_change_failed",
        /// An administrator issued a code with which a user can set a new password.
        PasswordResetIssued => "password_reset_issued",
        /// A user set a new password with such a code.
        PasswordResetCompleted => "password_reset_completed",
        /// Somebody gave a wrong or expired code, or one of another name.
        PasswordResetFailed => "password_reset_failed",
        /// A user ended one of their own sessions from another one.
        OwnSessionEnded => "own_session_ended",
        /// An operator turned off a user's second factor on the command line.
        TwoFactorReset => "two_factor_reset",
        /// An operator created a new emergency or master key.
        KeyRotated => "key_rotated",
        /// The site was locked for everyone except administrators.
        SiteLocked => "site_locked",
        /// The lockdown was ended.
        SiteUnlocked => "site_unlocked",
        /// Administrators and accounts from level 3 now need a second factor.
        TwoFactorRequired => "two_factor_required",
        /// The second factor became optional.
        TwoFactorOptional => "two_factor_optional",
        /// An upload ticket was issued.
        UploadRequested => "upload_requested",
        /// An upload was completed and passed its checks.
        UploadStored => "upload_stored",
        /// An uploaded file was refused.
        UploadRefused => "upload_refused",
        /// An uploaded file was claimed by its uploader.
        UploadClaimed => "upload_claimed",
        /// A submission was created.
        SubmissionCreated => "submission_created",
        /// One step of several was approved.
        SubmissionStepApproved => "submission_step_approved",
        /// A submission was approved and published.
        SubmissionApproved => "submission_approved",
        /// A submission was rejected.
        SubmissionRejected => "submission_rejected",
        /// A timed-out submission was resubmitted by its author.
        SubmissionResubmitted => "submission_resubmitted",
        /// A submission was withdrawn by its author before its review ended. Its text became a draft.
        SubmissionWithdrawn => "submission_withdrawn",
        /// A submission waited too long for its review and left the queue.
        SubmissionTimedOut => "submission_timed_out",
        /// The author of an item that leaves the review queue soon was reminded of it.
        ReviewReminded => "review_reminded",
        /// A document's release date passed; from then on everyone of its level sees it.
        DocumentReleased => "document_released",
        /// An edit of a document was proposed.
        EditProposed => "document_edit_proposed",
        /// One step of several of an edit was approved.
        EditStepApproved => "document_edit_step_approved",
        /// An edit was approved and applied.
        EditApproved => "document_edit_approved",
        /// An edit was rejected.
        EditRejected => "document_edit_rejected",
        /// A timed-out edit was resubmitted by its author.
        EditResubmitted => "document_edit_resubmitted",
        /// An edit was withdrawn by its author before its review ended.
        EditWithdrawn => "document_edit_withdrawn",
        /// An edit waited too long for its review and left the queue.
        EditTimedOut => "document_edit_timed_out",
        /// A document was reverted to an earlier version.
        DocumentReverted => "document_reverted",
        /// An administrator changed the level or the category of a document.
        DocumentReclassified => "document_reclassified",
        /// A document was deleted: it was moved to the trash, and its pending edits were withdrawn.
        DocumentDeleted => "document_deleted",
        /// A deleted document was restored from the trash.
        DocumentRestored => "document_restored",
        /// A deleted document was purged from the trash, with its files.
        DocumentPurged => "document_purged",
        /// A comment on a document was written.
        CommentCreated => "comment_created",
        /// A comment was edited by its author.
        CommentEdited => "comment_edited",
        /// A comment was deleted by its author or an administrator. Its row stays, without its text.
        CommentDeleted => "comment_deleted",
        /// An owner requested that a document be archived.
        ArchiveRequested => "archive_requested",
        /// A request was approved: the document was archived.
        ArchiveApproved => "archive_approved",
        /// A request was rejected: the document stays in the repository.
        ArchiveRejected => "archive_rejected",
        /// An administrator archived a document.
        DocumentArchived => "document_archived",
        /// An administrator took a document out of the archive.
        DocumentUnarchived => "document_unarchived",
        /// An archive section was created.
        SectionCreated => "section_created",
        /// An archive section was changed.
        SectionUpdated => "section_updated",
        /// An archive section was closed: it takes no documents and is listed only for administrators.
        SectionClosed => "section_closed",
        /// A closed archive section was opened again.
        SectionReopened => "section_reopened",
        /// A template was created.
        TemplateCreated => "template_created",
        /// A template was changed.
        TemplateUpdated => "template_updated",
        /// A template was retired: it is no longer offered.
        TemplateRetired => "template_retired",
        /// A retired template is offered again.
        TemplateRestored => "template_restored",
        /// A draft was deleted by its owner.
        DraftDeleted => "draft_deleted",
        /// The whole installation was exported.
        InstallationExported => "installation_exported",
        /// An operator imported an archive, or a folder of Markdown files.
        InstallationImported => "installation_imported",
        /// A user exported their own records.
        RecordsExported => "own_records_exported",
        /// The audit log was exported.
        AuditExported => "audit_exported",
        /// An administrator had a message sent again that was given up, or that no mail server had taken.
        MailRetried => "mail_retried",
        /// A signed-in caller's request was refused.
        AccessDenied => "access_denied",
    }
}

facility_kernel::named! {
    /// Type of the affected record.
    pub enum EntityType {
        /// An account.
        User => "user",
        /// A session.
        Session => "session",
        /// A document.
        Document => "document",
        /// A submission.
        Submission => "submission",
        /// A proposed edit of a document.
        Edit => "document_edit",
        /// A comment on a document.
        Comment => "document_comment",
        /// A file.
        Upload => "upload",
        /// A template.
        Template => "template",
        /// A draft.
        Draft => "draft",
        /// An archive section.
        Section => "section",
        /// The audit log.
        AuditLog => "audit_log",
        /// A message to a user.
        Mail => "mail",
        /// The site.
        Site => "site",
    }
}
