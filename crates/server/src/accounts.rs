//! Wires the services around accounts.

use crate::compose::Foundation;
use audit::refusals::Refusals;
use infra::clock::OsRandomness;
use infra::repos::{
    AuditLogRepo, PasswordRepo, SecondFactorRepo, SessionRepo, SiteRepo, ThrottleRepo, UserRepo,
};
use infra::sealing::{KeyedHasher, Sealer};
use infra::totp::Apps;
use kernel::RateLimits;
use std::sync::Arc;
use users::reset::ResetKey;
use users::services::{
    Administration, CodeSync, EmergencyAccess, OwnSessions, Passwords, Registration, SecondStep, Settings,
    SignIn, SiteKeys, TwoFactor, Verifier,
};

/// The services around accounts that requests use.
pub struct Accounts {
    /// Signs in and out.
    pub sign_in: SignIn,
    /// Checks the codes after the password.
    pub second_step: SecondStep,
    /// Sets up and turns off a user's own second factor.
    pub two_factor: TwoFactor,
    /// Sets new passwords.
    pub passwords: Passwords,
    /// Lists and ends a user's own sessions.
    pub own_sessions: OwnSessions,
    /// Issues codes for accounts.
    pub code_sync: CodeSync,
    /// Opens sessions of the emergency-access user.
    pub emergency: EmergencyAccess,
    /// Registers accounts.
    pub registration: Registration,
    /// Changes a user's own settings.
    pub settings: Settings,
    /// Administers accounts.
    pub administration: Administration,
}

impl Accounts {
    /// Creates the services for the database and the keys of `base`.
    pub fn new(
        base: &Foundation,
        sessions: &Arc<SessionRepo>,
        refusals: &Refusals,
        limits: RateLimits,
    ) -> Self {
        let db = || base.db.clone();
        let (users, site) = (Arc::new(UserRepo::new(db())), Arc::new(SiteRepo::new(db())));
        let (throttle, factors) = (Arc::new(ThrottleRepo::new(db())), Arc::new(SecondFactorRepo::new(db())));
        let (random, ids, hasher) = (Arc::new(OsRandomness), &base.ids, &base.hasher);
        let verifier = Verifier {
            totp: Arc::new(Apps),
            secrets: Arc::new(Sealer::new(&base.keys)),
            hasher: Arc::new(KeyedHasher::new(&base.keys)),
        };
        let sign_in = SignIn {
            users: users.clone(),
            sessions: sessions.clone(),
            factors: factors.clone(),
            site: site.clone(),
            throttle: throttle.clone(),
            hasher: Arc::clone(hasher),
            random: random.clone(),
            ids: Arc::clone(ids),
            limits,
            refusals: refusals.clone(),
        };
        let resets = ResetKey::new(base.keys.password_resets());
        let keys = SiteKeys {
            users: users.clone(),
            throttle: throttle.clone(),
            hasher: Arc::clone(hasher),
            codes: Arc::clone(&verifier.hasher),
            log: Arc::new(AuditLogRepo::new(db())),
            ids: Arc::clone(ids),
            limits,
        };
        Self {
            code_sync: CodeSync {
                users: users.clone(),
                factors: factors.clone(),
                verifier: verifier.clone(),
                keys: keys.clone(),
                ids: Arc::clone(ids),
            },
            emergency: EmergencyAccess {
                keys,
                users: users.clone(),
                sessions: sessions.clone(),
                random: random.clone(),
                ids: Arc::clone(ids),
            },
            second_step: SecondStep {
                users: users.clone(),
                factors: factors.clone(),
                sessions: sessions.clone(),
                site: site.clone(),
                throttle: throttle.clone(),
                verifier: verifier.clone(),
                random: random.clone(),
                ids: Arc::clone(ids),
                limits,
                refusals: refusals.clone(),
            },
            two_factor: TwoFactor {
                users: users.clone(),
                factors: factors.clone(),
                hasher: Arc::clone(hasher),
                verifier,
                random: random.clone(),
                ids: Arc::clone(ids),
            },
            passwords: Passwords::new(&sign_in, Arc::new(PasswordRepo::new(db())), base.policy, resets),
            own_sessions: OwnSessions { sessions: sign_in.sessions.clone(), ids: Arc::clone(ids) },
            sign_in,
            registration: Registration {
                users: users.clone(),
                site,
                throttle,
                hasher: Arc::clone(hasher),
                ids: Arc::clone(ids),
                policy: base.policy,
                limits,
            },
            settings: Settings { users: users.clone(), ids: Arc::clone(ids) },
            administration: Administration { users, ids: Arc::clone(ids) },
        }
    }
}
