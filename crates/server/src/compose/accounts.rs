//! Accounts, sign-in, and a user's own settings.

use super::adapters::Adapters;
use crate::foundation::Foundation;
use facility_infra::clock::OsRandomness;
use facility_infra::sealing::{KeyedHasher, Sealer};
use facility_infra::storage::audit::log::AuditLogStore;
use facility_infra::totp::Apps;
use facility_users::claimed::NameKey;
use facility_users::reset::ResetKey;
use facility_users::services::administration::Administration;
use facility_users::services::code_sync::CodeSync;
use facility_users::services::emergency::EmergencyAccess;
use facility_users::services::mail_settings::MailSettings;
use facility_users::services::own_sessions::OwnSessions;
use facility_users::services::passwords::Passwords;
use facility_users::services::registration::Registration;
use facility_users::services::second_step::SecondStep;
use facility_users::services::settings::Settings;
use facility_users::services::sign_in::SignIn;
use facility_users::services::site_keys::SiteKeys;
use facility_users::services::two_factor::TwoFactor;
use facility_users::services::verifier::Verifier;
use facility_web::areas::Accounts;
use std::sync::Arc;

/// Creates the services of the area.
pub fn accounts(with: &Adapters, base: &Foundation) -> Accounts {
    let (db, sessions, refusals, limits) = (&with.db, &with.sessions, &with.refusals, with.limits);
    let (random, ids, hasher) = (Arc::new(OsRandomness), &base.ids, &base.hasher);
    let verifier = Verifier {
        totp: Arc::new(Apps),
        secrets: Arc::new(Sealer::new(&base.keys)),
        hasher: Arc::new(KeyedHasher::new(&base.keys)),
    };
    let names = NameKey::new(base.keys.claimed_names());
    let sign_in = SignIn {
        users: db.clone(),
        sessions: sessions.clone(),
        factors: db.clone(),
        site: db.clone(),
        throttle: db.clone(),
        hasher: Arc::clone(hasher),
        random: random.clone(),
        ids: Arc::clone(ids),
        limits,
        refusals: refusals.clone(),
        names: names.clone(),
    };
    let resets = ResetKey::new(base.keys.password_resets());
    let keys = SiteKeys {
        users: db.clone(),
        throttle: db.clone(),
        hasher: Arc::clone(hasher),
        codes: Arc::clone(&verifier.hasher),
        log: Arc::new(AuditLogStore::new(base.db.clone())),
        ids: Arc::clone(ids),
        limits,
    };
    Accounts {
        code_sync: CodeSync {
            users: db.clone(),
            factors: db.clone(),
            verifier: verifier.clone(),
            keys: keys.clone(),
            ids: Arc::clone(ids),
        },
        emergency: EmergencyAccess {
            keys,
            users: db.clone(),
            sessions: sessions.clone(),
            random: random.clone(),
            ids: Arc::clone(ids),
        },
        second_step: SecondStep {
            users: db.clone(),
            factors: db.clone(),
            site: db.clone(),
            throttle: db.clone(),
            verifier: verifier.clone(),
            random: random.clone(),
            ids: Arc::clone(ids),
            limits,
            refusals: refusals.clone(),
            names,
        },
        two_factor: TwoFactor {
            users: db.clone(),
            factors: db.clone(),
            hasher: Arc::clone(hasher),
            verifier,
            random: random.clone(),
            ids: Arc::clone(ids),
        },
        passwords: Passwords::new(&sign_in, db.clone(), db.clone(), base.policy, resets),
        own_sessions: OwnSessions { sessions: sign_in.sessions.clone(), ids: Arc::clone(ids) },
        sign_in,
        registration: Registration {
            users: db.clone(),
            site: db.clone(),
            throttle: db.clone(),
            hasher: Arc::clone(hasher),
            ids: Arc::clone(ids),
            policy: base.policy,
            limits,
        },
        settings: Settings { users: db.clone(), ids: Arc::clone(ids) },
        mail_settings: MailSettings { choices: db.clone(), ids: Arc::clone(ids) },
        administration: Administration { users: db.clone(), ids: Arc::clone(ids) },
    }
}
