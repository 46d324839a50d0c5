//! Emergency access: opens a session with the emergency key.

use super::sign_in::{attempt_of, signed_in};
use crate::credential::CredentialName;
use crate::error::UserError;
use crate::ports::{OpenEmergency, SessionRepository, UserRepository};
use crate::services::site_keys::SiteKeys;
use crate::session::{Session, SessionToken};
use crate::user::User;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_kernel::{IdGenerator, Randomness, RequestContext, Secret, SessionId, Timestamp, UserId};
use std::sync::Arc;

/// A new session of the emergency-access user, with the only copy of its token.
#[derive(Clone, Debug)]
pub struct EmergencySession {
    pub user: User,
    /// The session's token, for the cookie.
    pub token: SessionToken,
    /// When the session ends without further activity.
    pub ends_at: Timestamp,
}

/// Opens sessions of the emergency-access user.
#[derive(Clone)]
pub struct EmergencyAccess {
    pub keys: SiteKeys,
    pub users: Arc<dyn UserRepository>,
    pub sessions: Arc<dyn SessionRepository>,
    pub random: Arc<dyn Randomness>,
    pub ids: Arc<dyn IdGenerator>,
}

impl EmergencyAccess {
    /// Opens a session of at most [`crate::session::EMERGENCY_LIFETIME`], even during a lockdown. Its audit entry
    /// raises an alert. Errors: `validation_failed`, `rate_limited`, `invalid_key`, `stale` if the key was rotated in
    /// the meantime.
    pub async fn open(
        &self,
        context: &RequestContext,
        typed: &Secret,
        replaces: Option<SessionId>,
    ) -> Result<EmergencySession, UserError> {
        let right = self.keys.check(context, CredentialName::EmergencyKey, typed).await?;
        let user = self.users.find(UserId::EmergencyAccess).await?.ok_or(UserError::NotFound)?;
        let token = SessionToken::from_bits(self.random.bits()?);
        let session = Session::open(SessionId::generate(&*self.ids), &token, user.id, context);
        let ends_at = session.ends_at(user.session_timeout);
        let performer = Performer::User { id: user.id, username: user.username.clone() };
        let details = Details::new().with("session", session.id.to_string()).with("keyFingerprint", right.fingerprint);
        let entry = Entry::new(&*self.ids, context, performer, Action::EmergencyAccessOpened, EntityType::User)
            .on(&user.id)
            .details(details)
            .as_admin();
        let attempt = attempt_of(&*self.ids, context, &user.username, None, false);
        let opened = OpenEmergency { session, replaces, attempt, checked_hash: right.hash };
        self.sessions.open_emergency(Audited::new(opened, entry)).await?;
        Ok(EmergencySession { user: signed_in(user, context.now), token, ends_at })
    }
}

#[cfg(test)]
#[path = "emergency_tests.rs"]
mod tests;
