//! Accounts, sign-in, and a user's own settings.

use super::adapters::Adapters;
use crate::foundation::Foundation;
use facility_infra::clock::OsRandomness;
use facility_infra::repos::audit_log::AuditLogRepo;
use facility_infra::repos::mail::MailChoiceRepo;
use facility_infra::repos::passwords::PasswordRepo;
use facility_infra::repos::second_factor::SecondFactorRepo;
use facility_infra::repos::users::SiteRepo;
use facility_infra::sealing::{KeyedHasher, Sealer};
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

/// Creates the services of the area, with the keys of `base`.
pub fn accounts(with: &Adapters, base: &Foundation) -> Accounts {
    let db = || base.db.clone();
    let (users, site) = (&with.users, Arc::new(SiteRepo::new(db())));
    let (sessions, throttle, refusals, limits) =
        (&with.sessions, &with.throttle, &with.refusals, with.limits);
    let factors = Arc::new(SecondFactorRepo::new(db()));
    let (random, ids, hasher) = (Arc::new(OsRandomness), &base.ids, &base.hasher);
    let verifier = Verifier {
        totp: Arc::new(Apps),
        secrets: Arc::new(Sealer::new(&base.keys)),
        hasher: Arc::new(KeyedHasher::new(&base.keys)),
    };
    let names = NameKey::new(base.keys.claimed_names());
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
        names: names.clone(),
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
    Accounts {
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
            site: site.clone(),
            throttle: throttle.clone(),
            verifier: verifier.clone(),
            random: random.clone(),
            ids: Arc::clone(ids),
            limits,
            refusals: refusals.clone(),
            names,
        },
        two_factor: TwoFactor {
            users: users.clone(),
            factors: factors.clone(),
            hasher: Arc::clone(hasher),
            verifier,
            random: random.clone(),
            ids: Arc::clone(ids),
        },
        passwords: Passwords::new(
            &sign_in,
            Arc::new(PasswordRepo::new(db())),
            throttle.clone(),
            base.policy,
            resets,
        ),
        own_sessions: OwnSessions { sessions: sign_in.sessions.clone(), ids: Arc::clone(ids) },
        sign_in,
        registration: Registration {
            users: users.clone(),
            site,
            throttle: throttle.clone(),
            hasher: Arc::clone(hasher),
            ids: Arc::clone(ids),
            policy: base.policy,
            limits,
        },
        settings: Settings { users: users.clone(), ids: Arc::clone(ids) },
        mail_settings: MailSettings { choices: Arc::new(MailChoiceRepo::new(db())), ids: Arc::clone(ids) },
        administration: Administration { users: users.clone(), ids: Arc::clone(ids) },
    }
}
