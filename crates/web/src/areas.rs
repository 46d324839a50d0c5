//! The services of the domain, by area. Each handler takes the ones that it uses, as `web::Data`.
//!
//! To add a service, add a line here and construct it in the function of its area in `server/src/compose`.

use crate::parts::{Parts, Shares};
use facility_archive::services::placements::Placements;
use facility_archive::services::section_documents::SectionDocuments;
use facility_archive::services::sections::Sections;
use facility_audit::trail::AuditTrail;
use facility_documents::services::comments::Comments;
use facility_documents::services::documents::Documents;
use facility_documents::services::history::History;
use facility_documents::services::links::Links;
use facility_documents::services::removal::Removal;
use facility_documents::services::templates::Templates;
use facility_documents::services::trash::Trash;
use facility_files::uploads::Uploads;
use facility_oversight::services::alerts::AdminAlerts;
use facility_oversight::services::analytics::Analytics;
use facility_oversight::services::board::HomeBoard;
use facility_oversight::services::monitoring::Monitoring;
use facility_oversight::services::news::News;
use facility_oversight::services::subjects::Subjects;
use facility_submissions::services::attachments::Attachments;
use facility_submissions::services::drafts::Drafts;
use facility_submissions::services::edit_drafts::EditDrafts;
use facility_submissions::services::edit_reviews::EditReviews;
use facility_submissions::services::edits::Edits;
use facility_submissions::services::pictures::Pictures;
use facility_submissions::services::reclassifications::Reclassifications;
use facility_submissions::services::reviews::Reviews;
use facility_submissions::services::submissions::Submissions;
use facility_submissions::services::time_outs::TimeOuts;
use facility_transfer::services::installation::InstallationExports;
use facility_transfer::services::own::OwnExports;
use facility_users::services::administration::Administration;
use facility_users::services::code_sync::CodeSync;
use facility_users::services::delivery::Delivery;
use facility_users::services::emergency::EmergencyAccess;
use facility_users::services::mail_settings::MailSettings;
use facility_users::services::own_sessions::OwnSessions;
use facility_users::services::passwords::Passwords;
use facility_users::services::registration::Registration;
use facility_users::services::second_step::SecondStep;
use facility_users::services::settings::Settings;
use facility_users::services::sign_in::SignIn;
use facility_users::services::site_control::SiteControl;
use facility_users::services::two_factor::TwoFactor;

/// Declares an area: a struct of services that handlers can take.
macro_rules! area {
    ($(#[$about:meta])* $name:ident { $($(#[$what:meta])* $part:ident: $service:ty,)+ }) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$what])* pub $part: $service,)+
        }

        impl Parts for $name {
            fn share(self, shares: &mut Shares) {
                $(shares.add(self.$part);)+
            }
        }
    };
}

area!(
    /// Accounts, sign-in, and a user's own settings.
    Accounts {
        /// Signs in and out.
        sign_in: SignIn,
        /// Checks the codes after the password.
        second_step: SecondStep,
        /// Sets up and turns off a user's own second factor.
        two_factor: TwoFactor,
        /// Issues codes for accounts.
        code_sync: CodeSync,
        /// Opens sessions of the emergency-access user.
        emergency: EmergencyAccess,
        /// Registers accounts.
        registration: Registration,
        /// Changes a user's own settings.
        settings: Settings,
        /// Shows and changes which kinds of mail a user gets.
        mail_settings: MailSettings,
        /// Sets new passwords.
        passwords: Passwords,
        /// Lists and ends a user's own sessions.
        own_sessions: OwnSessions,
        /// Administers accounts.
        administration: Administration,
    }
);

area!(
    /// Published documents and what belongs to them.
    Records {
        /// Finds and reads documents.
        reading: Documents,
        /// Shows the links from and to documents.
        links: Links,
        /// Deletes documents.
        removal: Removal,
        /// Shows the versions of documents and reverts to them.
        history: History,
        /// Lists, restores and purges deleted documents.
        trash: Trash,
        /// Shows and writes comments on documents.
        comments: Comments,
        /// Lists and administers templates.
        templates: Templates,
        /// Serves files.
        attachments: Attachments,
        /// Decides who may see pictures.
        pictures: Pictures,
    }
);

area!(
    /// Drafts, submissions and edits, their review, and notifications.
    Proposals {
        /// Keeps and submits drafts.
        drafts: Drafts,
        /// Keeps drafts of edits.
        edit_drafts: EditDrafts,
        /// Creates submissions.
        submissions: Submissions,
        /// Receives files.
        uploads: Uploads,
        /// Proposes edits of documents.
        edits: Edits,
        /// Reviews submissions.
        reviews: Reviews,
        /// Reviews edits.
        edit_reviews: EditReviews,
        /// Changes the level or category of documents.
        reclassifications: Reclassifications,
        /// Lists submissions that timed out, and returns them to the queue.
        time_outs: TimeOuts,
        /// Lists notifications.
        news: News,
        /// Shows the home board.
        home_board: HomeBoard,
    }
);

area!(
    /// The archive and its sections.
    Archive {
        /// Lists and administers the sections of the archive.
        sections: Sections,
        /// Shows the documents of a section.
        section_documents: SectionDocuments,
        /// Archives documents, and decides requests to archive.
        placements: Placements,
    }
);

area!(
    /// What administrators see and control: the site, the audit log, security, figures and mail.
    Oversight {
        /// The audit log.
        trail: AuditTrail,
        /// Names the records that its entries are about.
        subjects: Subjects,
        /// Locks the site, and requires second factors.
        site_control: SiteControl,
        /// Shows sign-in attempts and sessions, and ends sessions.
        monitoring: Monitoring,
        /// Alerts administrators.
        alerts: AdminAlerts,
        /// Shows figures about the whole site.
        analytics: Analytics,
        /// Shows the mail that was sent to users.
        delivery: Delivery,
    }
);

area!(
    /// Exports.
    Transfers {
        /// Exports the installation.
        installation_exports: InstallationExports,
        /// Exports what users may read of their own records.
        own_exports: OwnExports,
    }
);

/// The services of all areas.
pub struct Services {
    /// Accounts, sign-in, and a user's own settings.
    pub accounts: Accounts,
    /// Published documents and what belongs to them.
    pub records: Records,
    /// Drafts, submissions and edits, their review, and notifications.
    pub proposals: Proposals,
    /// The archive and its sections.
    pub archive: Archive,
    /// What administrators see and control: the site, the audit log, security, figures and mail.
    pub oversight: Oversight,
    /// Exports.
    pub transfers: Transfers,
}

impl Parts for Services {
    fn share(self, shares: &mut Shares) {
        let Self { accounts, records, proposals, archive, oversight, transfers } = self;
        accounts.share(shares);
        records.share(shares);
        proposals.share(shares);
        archive.share(shares);
        oversight.share(shares);
        transfers.share(shares);
    }
}
