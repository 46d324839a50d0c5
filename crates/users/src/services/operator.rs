//! The server operator's commands: first start, and recovery when everyone is locked out.

use crate::credential::CredentialName;
use crate::error::UserError;
use crate::password::is_common;
use crate::password::{Password, PasswordPolicy};
use crate::ports::{PasswordHasher, UserCommitError, UserRepository};
use crate::user::{Account, EndSessions, Initialization, PasswordChange, User, UserChange, UserUpdate, Username};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_kernel::{IdGenerator, Randomness, RequestContext, Secret, StoreError, UserId};
use std::sync::Arc;

/// Secrets from the configuration. Missing ones are generated.
#[derive(Clone, Debug, Default)]
pub struct ConfiguredSecrets {
    pub admin_password: Option<Secret>,
    pub emergency_key: Option<Secret>,
    pub master_key: Option<Secret>,
}

/// What the first start created. To be shown once.
#[derive(Clone, Debug)]
pub struct FirstStart {
    pub username: String,
    /// Their password, unless the configuration set it.
    pub admin_password: Option<Secret>,
    /// The emergency key, unless the configuration set it.
    pub emergency_key: Option<Secret>,
    /// The master key, unless the configuration set it.
    pub master_key: Option<Secret>,
}

/// Executes the operator's commands. They have no actor: anyone who can run the binary on the server's data is
/// trusted.
#[derive(Clone)]
pub struct Operator {
    pub users: Arc<dyn UserRepository>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub random: Arc<dyn Randomness>,
    pub ids: Arc<dyn IdGenerator>,
    pub policy: PasswordPolicy,
}

const FIRST_ADMINISTRATOR: &str = "administrator";
/// Minimum entropy in bits of a key from the configuration.
const MIN_KEY_BITS: f64 = 80.0;

impl Operator {
    /// Initializes an empty database in one transaction: `administrator`, the emergency-access user, the emergency key
    /// and the master key. Returns `None` if the database is already initialized, possibly by a concurrent node.
    pub async fn initialize(
        &self,
        context: &RequestContext,
        given: ConfiguredSecrets,
    ) -> Result<Option<FirstStart>, UserError> {
        if !self.users.is_empty().await? {
            return Ok(None);
        }
        let username = Username::parse(FIRST_ADMINISTRATOR)?;
        let (admin_password, shown_password) = self.given_or_new(given.admin_password)?;
        let (emergency_key, shown_emergency) = self.given_or_new(given.emergency_key)?;
        let (master_key, shown_master) = self.given_or_new(given.master_key)?;
        let password = Password::parse(self.policy, username.as_str(), admin_password.expose())?;
        check_key("emergencyKey", &emergency_key)?;
        check_key("masterKey", &master_key)?;
        let administrator = UserId::generate(&*self.ids);
        let user = User::administrator(administrator, &username, context.now);
        let initialization = Initialization {
            administrator: Account { user, password_hash: Some(self.hasher.hash(password.secret()).await?) },
            emergency_access: User::emergency_access(context.now),
            emergency_key_hash: self.hasher.hash(&emergency_key).await?,
            master_key_hash: self.hasher.hash(&master_key).await?,
        };
        let change = UserChange::Initialize(Box::new(initialization));
        let entry = self.entry(context, Action::SiteInitialized, EntityType::Site);
        let made = FirstStart {
            username: FIRST_ADMINISTRATOR.to_owned(),
            admin_password: shown_password,
            emergency_key: shown_emergency,
            master_key: shown_master,
        };
        match self.users.commit(Audited::new(change, entry)).await {
            Ok(()) => Ok(Some(made)),
            Err(UserCommitError::UsernameTaken | UserCommitError::Store(StoreError::Stale | StoreError::Taken(_))) => {
                Ok(None)
            }
            // If the outcome is still unknown, the secrets are shown anyway: they may be the only copy, and unused
            // secrets do no harm.
            Err(UserCommitError::Store(error @ StoreError::InDoubt(_))) => match self.users.find(administrator).await {
                Ok(None) => Err(error.into()),
                Ok(Some(_)) | Err(_) => Ok(Some(made)),
            },
            Err(error) => Err(error.into()),
        }
    }

    /// Creates an approved administrator of level 5 and returns the generated password. Errors: `validation_failed`,
    /// `username_taken`.
    pub async fn create_admin(&self, context: &RequestContext, username: &str) -> Result<Secret, UserError> {
        let username = Username::parse(username)?;
        if username.key() == UserId::EMERGENCY_ACCESS {
            return Err(UserError::ProtectedAccount);
        }
        let password = self.generate()?;
        let user = User::administrator(UserId::generate(&*self.ids), &username, context.now);
        let entry = self
            .entry(context, Action::AdminCreated, EntityType::User)
            .on(&user.id)
            .details(Details::new().with("username", username.as_str()));
        let change = UserChange::Create { user, password_hash: self.hasher.hash(&password).await? };
        self.users.commit(Audited::new(change, entry)).await?;
        Ok(password)
    }

    /// Sets a generated password for an account and returns it. Ends the account's sessions and clears its lockout.
    pub async fn reset_password(&self, context: &RequestContext, username: &str) -> Result<Secret, UserError> {
        let user = self.account(username).await?;
        let password = self.generate()?;
        let update = UserUpdate {
            password: PasswordChange::Set(self.hasher.hash(&password).await?),
            end_sessions: EndSessions::All,
            clear_lockout: true,
            ..UserUpdate::to(User { failed_login_attempts: 0, ..user })
        };
        self.update(context, update, Action::PasswordReset).await?;
        Ok(password)
    }

    /// Turns off an account's second factor, deletes its codes, and ends its sessions.
    pub async fn reset_two_factor(&self, context: &RequestContext, username: &str) -> Result<(), UserError> {
        let user = self.account(username).await?;
        let update = UserUpdate {
            end_sessions: EndSessions::All,
            removes_second_factor: true,
            ..UserUpdate::to(User { two_factor_enabled: false, ..user })
        };
        self.update(context, update, Action::TwoFactorReset).await
    }

    /// Clears a lockout of this name.
    pub async fn unlock(&self, context: &RequestContext, username: &str) -> Result<(), UserError> {
        let user = self.account(username).await?;
        let update = UserUpdate { clear_lockout: true, ..UserUpdate::to(User { failed_login_attempts: 0, ..user }) };
        self.update(context, update, Action::UserUnlocked).await
    }

    /// Creates a new emergency or master key and returns it. The old key becomes invalid. Errors: `needed_key` if
    /// somebody would be locked out, unless `even_if_needed`.
    pub async fn rotate_key(
        &self,
        context: &RequestContext,
        name: CredentialName,
        even_if_needed: bool,
    ) -> Result<Secret, UserError> {
        let key = self.generate()?;
        let change = UserChange::RotateKey { name, hash: self.hasher.hash(&key).await?, even_if_needed };
        let entry = self
            .entry(context, Action::KeyRotated, EntityType::Site)
            .details(Details::new().with("key", name.as_str()));
        self.users.commit(Audited::new(change, entry)).await?;
        Ok(key)
    }

    /// Returns the account with this name. Errors: `not_found`; `protected_account` for emergency access.
    pub async fn account(&self, username: &str) -> Result<User, UserError> {
        let account = self.users.find_by_name(&Username::key_of(username)).await?.ok_or(UserError::NotFound)?;
        if account.user.id.is_emergency_access() { Err(UserError::ProtectedAccount) } else { Ok(account.user) }
    }

    async fn update(&self, context: &RequestContext, update: UserUpdate, action: Action) -> Result<(), UserError> {
        let entry = self.entry(context, action, EntityType::User).on(&update.after.id);
        Ok(self.users.commit(Audited::new(UserChange::Update(Box::new(update)), entry)).await?)
    }

    fn entry(&self, context: &RequestContext, action: Action, entity_type: EntityType) -> Entry {
        Entry::new(&*self.ids, context, Performer::System, action, entity_type).as_admin()
    }

    fn given_or_new(&self, given: Option<Secret>) -> Result<(Secret, Option<Secret>), UserError> {
        if let Some(secret) = given {
            return Ok((secret, None));
        }
        let generated = self.generate()?;
        Ok((generated.clone(), Some(generated)))
    }

    /// Returns 144 random bits in base64url: 24 characters that can be read aloud and typed.
    fn generate(&self) -> Result<Secret, UserError> {
        let bits = self.random.bits()?;
        Ok(Secret::from_bits(bits.get(..18).unwrap_or(&bits)))
    }
}

fn check_key(field: &'static str, key: &Secret) -> Result<(), UserError> {
    if bits(key.expose()) < MIN_KEY_BITS {
        let message = "A key must have at least 80 bits: 20 random hexadecimal digits, or 14 random letters and digits";
        return Err(UserError::invalid(field, message));
    }
    if is_common(key.expose()) {
        return Err(UserError::invalid(field, "This key is too easy to guess. Choose another"));
    }
    Ok(())
}

/// Returns the maximum entropy in bits of a text with this length and these kinds of characters. Repeated characters
/// add nothing.
fn bits(text: &str) -> f64 {
    let symbols_of = |is_of_kind: fn(char) -> bool, symbols: f64| {
        if text.chars().any(is_of_kind) { symbols } else { 0.0 }
    };
    let symbols = symbols_of(|c| c.is_ascii_digit(), 10.0)
        + symbols_of(|c| c.is_ascii_lowercase(), 26.0)
        + symbols_of(|c| c.is_ascii_uppercase(), 26.0)
        + symbols_of(|c| !c.is_ascii_alphanumeric(), 33.0);
    let is_hex = text.chars().all(|c| c.is_ascii_hexdigit());
    let symbols = symbols.min(if is_hex { 16.0 } else { f64::MAX });
    let characters: Vec<char> = text.chars().collect();
    let runs = characters.chunk_by(|one, next| one == next).count();
    f64::from(u32::try_from(runs).unwrap_or(u32::MAX)) * symbols.max(1.0).log2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{MockPasswordHasher, MockUserRepository};
    use facility_kernel::DomainError;
    use facility_kernel::MockRandomness;
    use facility_kernel::testing::{SequentialIds, context};

    fn operator(users: MockUserRepository) -> Operator {
        let mut hasher = MockPasswordHasher::new();
        hasher.expect_hash().returning(|secret| Ok(Secret::new(format!("hash of {}", secret.expose()))));
        let mut random = MockRandomness::new();
        random.expect_bits().returning(|| Ok(std::array::from_fn(|n| u8::try_from(n * 7).unwrap())));
        Operator {
            users: Arc::new(users),
            hasher: Arc::new(hasher),
            random: Arc::new(random),
            ids: Arc::new(SequentialIds::default()),
            policy: PasswordPolicy::default(),
        }
    }

    #[tokio::test]
    async fn first_start_generates_secrets_and_shows_them() {
        let mut users = MockUserRepository::new();
        users.expect_is_empty().returning(|| Ok(true));
        users
            .expect_commit()
            .times(1)
            .withf(|change| {
                matches!(change.change(), UserChange::Initialize(made)
                    if made.administrator.user.is_admin && made.administrator.user.is_approved
                        && made.master_key_hash.expose() == "hash of a-master-key-that-is-given")
            })
            .returning(|_| Ok(()));
        let given = ConfiguredSecrets {
            master_key: Some(Secret::new("a-master-key-that-is-given")),
            ..ConfiguredSecrets::default()
        };
        let made = operator(users).initialize(&context(), given).await.unwrap().unwrap();
        assert_eq!(made.username, "administrator");
        assert_eq!(made.admin_password.unwrap().expose().len(), 24);
        assert!(made.emergency_key.is_some() && made.master_key.is_none());
    }

    #[tokio::test]
    async fn initialized_database_is_unchanged() {
        let mut users = MockUserRepository::new();
        users.expect_is_empty().returning(|| Ok(false));
        assert!(operator(users).initialize(&context(), ConfiguredSecrets::default()).await.unwrap().is_none());
        let mut users = MockUserRepository::new();
        users.expect_is_empty().returning(|| Ok(true));
        users.expect_commit().times(1).returning(|_| Err(StoreError::Stale.into()));
        assert!(operator(users).initialize(&context(), ConfiguredSecrets::default()).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn secrets_are_shown_unless_they_were_certainly_not_saved() {
        let away = || StoreError::Unavailable("away".into());
        let found = || {
            let name = Username::parse("administrator").unwrap();
            User::administrator(UserId::Account(facility_kernel::testing::numbered(1)), &name, context().now)
        };
        for (answer, shown) in [(Ok(Some(found())), true), (Ok(None), false), (Err(away()), true)] {
            let mut users = MockUserRepository::new();
            users.expect_is_empty().returning(|| Ok(true));
            users.expect_commit().times(1).returning(|_| Err(StoreError::InDoubt("lost".into()).into()));
            users.expect_find().times(1).return_once(|_| answer);
            match operator(users).initialize(&context(), ConfiguredSecrets::default()).await {
                Ok(made) => assert!(shown && made.unwrap().admin_password.is_some()),
                Err(error) => assert!(!shown && error.code() == "in_doubt", "{error:?}"),
            }
        }
    }

    #[tokio::test]
    async fn weak_configured_secrets_are_refused_before_any_write() {
        for given in [
            ConfiguredSecrets { admin_password: Some(Secret::new("123456")), ..ConfiguredSecrets::default() },
            ConfiguredSecrets { emergency_key: Some(Secret::new("short")), ..ConfiguredSecrets::default() },
            ConfiguredSecrets { master_key: Some(Secret::new("0".repeat(64))), ..ConfiguredSecrets::default() },
        ] {
            let mut users = MockUserRepository::new();
            users.expect_is_empty().returning(|| Ok(true));
            let error = operator(users).initialize(&context(), given).await.unwrap_err();
            assert_eq!(error.code(), "validation_failed");
        }
    }

    #[test]
    fn keys_have_at_least_80_bits() {
        for (key, is_enough) in [
            ("Password123", false),
            ("9f3c07a1be5d284610c", false),
            ("9f3c07a1be5d284610ca", true),
            ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
            ("3141592653589793238462643", true),
            ("31415926535897932384626", false),
            ("aB3kd92LmQx81", false),
            ("aB3kd92LmQx81z", true),
            ("schwarze Köpfe", true),
        ] {
            assert_eq!(check_key("masterKey", &Secret::new(key)).is_ok(), is_enough, "{key}");
        }
    }

    #[tokio::test]
    async fn a_reset_password_ends_sessions_and_clears_the_lockout() {
        let mut users = MockUserRepository::new();
        users.expect_find_by_name().withf(|key| key == "mercer").returning(|_| {
            let name = Username::parse("mercer").unwrap();
            let user =
                User::administrator(UserId::Account(facility_kernel::testing::numbered(1)), &name, context().now);
            Ok(Some(Account { user, password_hash: None }))
        });
        users
            .expect_commit()
            .times(1)
            .withf(|change| {
                matches!(change.change(), UserChange::Update(update)
                    if update.end_sessions == EndSessions::All && update.clear_lockout
                        && matches!(update.password, PasswordChange::Set(_)))
                    && change.entry().action == Action::PasswordReset
                    && change.entry().performer == Performer::System
            })
            .returning(|_| Ok(()));
        let password = operator(users).reset_password(&context(), "Mercer").await.unwrap();
        assert_eq!(password.expose().len(), 24);
    }
}
