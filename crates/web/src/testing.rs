//! An application without services, for tests of the code around the handlers.

use crate::client::pages::Pages;
use crate::description::Description;
use crate::gate::idempotency::Replies;
use crate::gate::known_paths::KnownPaths;
use crate::gate::limits::Limits;
use crate::gate::origin::Origin;
use crate::gate::state::GateState;
use crate::http::cookie::SessionCookie;
use crate::http::cursor_seal::CursorSeal;
use crate::http::security_txt::SecurityContact;
use crate::live::hub::Hub;
use crate::live::socket::Sockets;
use crate::observe::readiness::{Readiness, ReadyCheck};
use crate::state::App;
use async_trait::async_trait;
use facility_audit::refusals::Refusals;
use facility_audit::topics::MockAnnouncements;
use facility_audit::trail::MockAuditLog;
use facility_kernel::idempotency::{IdempotencyScope, StoredReplies, StoredReply};
use facility_kernel::testing::{FixedClock, SequentialIds, TEST_NOW, context, numbered};
use facility_kernel::{AccessKey, MockRandomness, SessionId, StoreError, Timestamp, UserId};
use facility_users::ports::MockSessionRepository;
use facility_users::services::sessions::Sessions;
use facility_users::session::{Session, SessionRecord, SessionToken};
use facility_users::site::SiteSettings;
use facility_users::user::{User, Username};
use std::sync::{Arc, LazyLock};

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

/// The token of the only session in [`sessions`].
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
pub fn app(sessions: MockSessionRepository, log: MockAuditLog) -> App<()> {
    App {
        gate: GateState {
            clock: Arc::new(FixedClock::at(TEST_NOW)),
            ids: Arc::new(SequentialIds::default()),
            refusals: Refusals::new(Arc::new(log)),
            sessions: Sessions { sessions: Arc::new(sessions) },
            origin: Origin::parse("http://localhost:8080").unwrap(),
            cookie: SessionCookie::new(false, [0; 32]),
            trusted_proxies: Vec::new(),
            limits: Limits::strict(),
            known_paths: LazyLock::new(|| KnownPaths::of(&crate::openapi::openapi())),
            metrics: None,
        },
        services: (),
        sockets: Sockets { hub: Hub::strict(), announcements: Arc::new(MockAnnouncements::new()) },
        pages: Pages::new(Arc::new(MockRandomness::new())),
        replies: Replies::new(Arc::new(NoReplies)),
        readiness: ReadyCheck::new(Arc::new(Ready)),
        cursors: CursorSeal::new([0; 32]),
        security_contact: SecurityContact(None),
        description: LazyLock::new(|| Description::of(&crate::openapi::openapi())),
    }
}
