//! An application over mocks, for tests of the code around the operations.

use crate::call_limit::CallLimit;
use crate::client::Pages;
use crate::cookie::SessionCookie;
use crate::cursor_seal::CursorSeal;
use crate::entrance::Entrance;
use crate::export_limit::ExportLimit;
use crate::idempotency::Replies;
use crate::list_limit::ListLimit;
use crate::live::{Hub, Sockets};
use crate::origin::Origin;
use crate::readiness::{Readiness, ReadyCheck};
use crate::state::{App, Services};
use crate::write_limit::WriteLimit;
use archive::ports::{MockArchiveQueries, MockPlacementRepository, MockSectionRepository};
use archive::services::{Archiving, Browsing, Sections};
use async_trait::async_trait;
use audit::MockThrottle;
use audit::access::MockAccessLog;
use audit::anchors::MockAnchors;
use audit::attempts::MockAttemptLog;
use audit::chain::ChainKey;
use audit::note::NoteSigner;
use audit::refusals::Refusals;
use audit::topics::MockAnnouncements;
use audit::{AuditTrail, MockAuditLog};
use audit::{IdempotencyScope, StoredReplies, StoredReply};
use documents::ports::{MockCommentRepository, MockComparing, MockDocumentLinks, MockVersionRepository};
use documents::ports::{
    MockDocumentQueries, MockDocumentRepository, MockHeldFiles, MockTemplateRepository, MockTrashRepository,
};
use documents::services::{Commenting, History, Linking, Reading, Removal, Templates, Trash};
use kernel::testing::{FixedClock, SequentialIds, TEST_NOW, context, numbered};
use kernel::{AccessKey, IdGenerator, MockRandomness, RateLimits, SessionId, StoreError, Timestamp, UserId};
use std::sync::Arc;
use submissions::analytics::MockFigureQueries;
use submissions::ports::{
    MockBlobs, MockDraftRepository, MockEditRepository, MockNewsRepository, MockSubjectQueries,
    MockSubmissionRepository, MockUploadRepository,
};
use submissions::reminders::MockAlertRepository;
use submissions::services::{
    AdminAlerts, Analytics, Attachments, Drafting, EditReviewing, Editing, HomeBoard, InFlight, News,
    Reviewing, Subjects, Submitting, TimeOuts, Uploading,
};
use transfer::services::{Exporting, OwnExporting};
use transfer::{MockExports, MockOwnRecords};
use users::mail::MockOutbox;
use users::ports::{
    MockPasswordHasher, MockSessionDirectory, MockSessionRepository, MockSignInThrottle, MockSiteRepository,
    MockUserRepository,
};
use users::reset::{MockPasswordRepository, ResetKey};
use users::second_factor::ports::{MockCodeHasher, MockSecondFactorRepository, MockSecretBox, MockTotpPort};
use users::services::{
    Administration, CodeSync, Delivery, EmergencyAccess, OwnSessions, Passwords, Registration, SecondStep,
    Sessions, Settings, SignIn, SiteControl, SiteKeys, TwoFactor, Verifier, Watching,
};
use users::session::{Session, SessionRecord, SessionToken};
use users::{PasswordPolicy, SiteSettings, User, Username};

struct Ready;

#[async_trait]
impl Readiness for Ready {
    async fn is_ready(&self) -> bool {
        true
    }
}

/// An empty store of replies.
struct NoReplies;

#[async_trait]
impl StoredReplies for NoReplies {
    async fn find(&self, _: &IdempotencyScope, _: Timestamp) -> Result<Option<StoredReply>, StoreError> {
        Ok(None)
    }
}

/// The token of the one session that [`sessions`] knows.
pub fn token() -> SessionToken {
    SessionToken::from_bits([1; 32])
}

/// The cookie with that token.
pub fn cookie() -> String {
    format!("facility_session={}", token().expose())
}

/// Returns a repository with one session, of a user of level 1.
pub fn sessions() -> MockSessionRepository {
    let mut sessions = MockSessionRepository::new();
    sessions.expect_find().returning(|fingerprint| {
        let name = Username::parse("mercer").unwrap();
        let id = UserId::Account(numbered(1));
        let user = User { is_approved: true, ..User::register(id, &name, AccessKey::Subject, TEST_NOW) };
        let session = Session::open(SessionId::from_uuid(numbered(2)), &token(), id, &context());
        let site = SiteSettings {
            is_locked: false,
            two_factor_required: false,
            updated_at: TEST_NOW,
            content_changed_at: TEST_NOW,
        };
        let found = SessionRecord { session, user, site };
        Ok((fingerprint == token().fingerprint()).then_some(found))
    });
    sessions
}

/// Returns an application with these sessions that writes to this audit log. Any other use of its ports fails the
/// test.
pub fn app(sessions: MockSessionRepository, log: MockAuditLog) -> App {
    let ids: Arc<dyn IdGenerator> = Arc::new(SequentialIds::default());
    let log = Arc::new(log);
    let refusals = Refusals::new(log.clone());
    let sessions = Arc::new(sessions);
    let users = Arc::new(MockUserRepository::new());
    let (site, throttle) = (Arc::new(MockSiteRepository::new()), Arc::new(MockThrottle::new()));
    let (hasher, random) = (Arc::new(MockPasswordHasher::new()), Arc::new(MockRandomness::new()));
    let factors = Arc::new(MockSecondFactorRepository::new());
    let verifier = Verifier {
        totp: Arc::new(MockTotpPort::new()),
        secrets: Arc::new(MockSecretBox::new()),
        hasher: Arc::new(MockCodeHasher::new()),
    };
    let keys = SiteKeys {
        users: users.clone(),
        throttle: throttle.clone(),
        hasher: hasher.clone(),
        codes: Arc::new(MockCodeHasher::new()),
        log: log.clone(),
        ids: ids.clone(),
        limits: RateLimits::Strict,
    };
    let documents = Arc::new(MockDocumentRepository::new());
    let submissions = Arc::new(MockSubmissionRepository::new());
    let (edits, versions) = (Arc::new(MockEditRepository::new()), Arc::new(MockVersionRepository::new()));
    let comparing = Arc::new(MockComparing::new());
    let (uploads, blobs) = (Arc::new(MockUploadRepository::new()), Arc::new(MockBlobs::new()));
    let reading = Reading {
        documents: documents.clone(),
        queries: Arc::new(MockDocumentQueries::new()),
        access: Arc::new(MockAccessLog::new()),
        ids: ids.clone(),
        searched: Arc::default(),
    };
    let templates = Templates { templates: Arc::new(MockTemplateRepository::new()), ids: ids.clone() };
    let submitting =
        Submitting { submissions: submissions.clone(), uploads: uploads.clone(), ids: ids.clone() };
    let entrance = Entrance {
        clock: Arc::new(FixedClock::at(TEST_NOW)),
        ids: ids.clone(),
        refusals: refusals.clone(),
        sessions: Sessions { sessions: sessions.clone() },
        origin: Origin::parse("http://localhost:8080").unwrap(),
        cookie: SessionCookie::new(false),
        trusted_proxies: Vec::new(),
        calls: CallLimit::strict(),
        writes: WriteLimit::strict(),
        metrics: None,
    };
    let drafting = Drafting {
        drafts: Arc::new(MockDraftRepository::new()),
        submitting: submitting.clone(),
        files: Arc::new(MockHeldFiles::new()),
        ids: ids.clone(),
    };
    let attachments = Attachments {
        submissions: submissions.clone(),
        uploads: uploads.clone(),
        blobs: blobs.clone(),
        reading: reading.clone(),
    };
    let commenting = Commenting {
        reading: reading.clone(),
        comments: Arc::new(MockCommentRepository::new()),
        ids: ids.clone(),
    };
    let sign_in = SignIn {
        users: users.clone(),
        sessions: sessions.clone(),
        factors: factors.clone(),
        site: site.clone(),
        throttle: Arc::new(MockSignInThrottle::new()),
        hasher: hasher.clone(),
        random: random.clone(),
        ids: ids.clone(),
        limits: RateLimits::Strict,
        refusals: refusals.clone(),
    };
    let services = Services {
        trail: AuditTrail::new(
            log,
            Arc::new(MockAnchors::new()),
            ChainKey::new([0; 32]),
            NoteSigner::new("terminal/audit", &[0; 32]).unwrap(),
            ids.clone(),
        ),
        subjects: Subjects { queries: Arc::new(MockSubjectQueries::new()) },
        site_control: SiteControl { site: site.clone(), users: users.clone(), ids: ids.clone() },
        code_sync: CodeSync {
            users: users.clone(),
            factors: factors.clone(),
            verifier: verifier.clone(),
            keys: keys.clone(),
            ids: ids.clone(),
        },
        emergency: EmergencyAccess {
            keys,
            users: users.clone(),
            sessions: sessions.clone(),
            random: random.clone(),
            ids: ids.clone(),
        },
        second_step: SecondStep {
            users: users.clone(),
            factors: factors.clone(),
            sessions: sessions.clone(),
            site: site.clone(),
            throttle: Arc::new(MockSignInThrottle::new()),
            verifier: verifier.clone(),
            random: random.clone(),
            ids: ids.clone(),
            limits: RateLimits::Strict,
            refusals: refusals.clone(),
        },
        two_factor: TwoFactor {
            users: users.clone(),
            factors: factors.clone(),
            hasher: hasher.clone(),
            verifier,
            random: random.clone(),
            ids: ids.clone(),
        },
        registration: Registration {
            users: users.clone(),
            site,
            throttle: throttle.clone(),
            hasher,
            ids: ids.clone(),
            policy: PasswordPolicy::default(),
            limits: RateLimits::Open,
        },
        settings: Settings { users: users.clone(), ids: ids.clone() },
        passwords: Passwords::new(
            &sign_in,
            Arc::new(MockPasswordRepository::new()),
            PasswordPolicy::default(),
            ResetKey::new([0; 32]),
        ),
        own_sessions: OwnSessions { sessions: sign_in.sessions.clone(), ids: ids.clone() },
        sign_in,
        administration: Administration { users: users.clone(), ids: ids.clone() },
        watching: Watching {
            attempts: Arc::new(MockAttemptLog::new()),
            sessions: Arc::new(MockSessionDirectory::new()),
            ids: ids.clone(),
        },
        delivery: Delivery {
            outbox: Arc::new(MockOutbox::new()),
            mailer: None,
            ids: ids.clone(),
            clock: Arc::new(FixedClock::at(TEST_NOW)),
            public_url: "http://localhost:8080".to_owned(),
        },
        analytics: Analytics { figures: Arc::new(MockFigureQueries::new()), started_at: TEST_NOW },
        alerts: AdminAlerts {
            attempts: Arc::new(MockAttemptLog::new()),
            alerts: Arc::new(MockAlertRepository::new()),
        },
        linking: Linking { documents: documents.clone(), links: Arc::new(MockDocumentLinks::new()) },
        removal: Removal { documents: documents.clone(), ids: ids.clone() },
        trash: Trash {
            trash: Arc::new(MockTrashRepository::new()),
            documents,
            files: Arc::new(MockHeldFiles::new()),
            ids: ids.clone(),
        },
        exporting: Exporting { exports: Arc::new(MockExports::new()), ids: ids.clone() },
        own_exporting: OwnExporting {
            exports: Arc::new(MockExports::new()),
            records: Arc::new(MockOwnRecords::new()),
            reading: reading.clone(),
            submitting: submitting.clone(),
            drafting: drafting.clone(),
            commenting: commenting.clone(),
            attachments: attachments.clone(),
            ids: ids.clone(),
        },
        drafting,
        submitting,
        commenting,
        history: History {
            reading: reading.clone(),
            versions: versions.clone(),
            comparing: comparing.clone(),
            ids: ids.clone(),
        },
        editing: Editing {
            edits: edits.clone(),
            reading: reading.clone(),
            versions: versions.clone(),
            ids: ids.clone(),
        },
        edit_reviewing: EditReviewing {
            edits: edits.clone(),
            reading: reading.clone(),
            versions,
            comparing,
            users: users.clone(),
            ids: ids.clone(),
            two_steps_at_top_level: true,
        },
        time_outs: TimeOuts { submissions: submissions.clone(), edits, ids: ids.clone() },
        reviewing: Reviewing {
            submissions: submissions.clone(),
            users,
            ids: ids.clone(),
            two_steps_at_top_level: true,
        },
        home_board: HomeBoard {
            reading: reading.clone(),
            templates: templates.clone(),
            news: Arc::new(MockNewsRepository::new()),
        },
        templates,
        sections: Sections {
            sections: Arc::new(MockSectionRepository::new()),
            queries: Arc::new(MockArchiveQueries::new()),
            ids: ids.clone(),
        },
        browsing: Browsing {
            sections: Arc::new(MockSectionRepository::new()),
            queries: Arc::new(MockArchiveQueries::new()),
            reading: reading.clone(),
        },
        archiving: Archiving {
            sections: Arc::new(MockSectionRepository::new()),
            queries: Arc::new(MockArchiveQueries::new()),
            places: Arc::new(MockPlacementRepository::new()),
            reading: reading.clone(),
            users: Arc::new(MockUserRepository::new()),
            ids: ids.clone(),
        },
        news: News {
            news: Arc::new(MockNewsRepository::new()),
            alerts: AdminAlerts {
                attempts: Arc::new(MockAttemptLog::new()),
                alerts: Arc::new(MockAlertRepository::new()),
            },
        },
        uploading: Uploading {
            uploads,
            blobs,
            throttle,
            random: random.clone(),
            ids,
            limits: RateLimits::Open,
            in_flight: InFlight::default(),
        },
        attachments,
        reading,
    };
    App {
        entrance,
        services,
        sockets: Sockets { hub: Hub::strict(), announcements: Arc::new(MockAnnouncements::new()) },
        pages: Pages::new(random),
        replies: Replies::new(Arc::new(NoReplies)),
        readiness: ReadyCheck::new(Arc::new(Ready)),
        cursors: CursorSeal::new([0; 32]),
        lists: ListLimit::strict(),
        exports: ExportLimit::strict(),
    }
}
