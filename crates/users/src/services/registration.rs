//! Registration of accounts, which then wait for approval.

use crate::contact::check_email;
use crate::error::UserError;
use crate::password::{Password, PasswordPolicy};
use crate::ports::{PasswordHasher, SiteRepository, UserRepository};
use crate::user::{User, UserChange, Username};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_kernel::throttle::Throttle;
use facility_kernel::{AccessKey, FieldError, IdGenerator, RateLimits, RequestContext, Secret, UserId};
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of registrations from one network within [`WINDOW`].
const LIMIT: u32 = 60;
const WINDOW: Duration = Duration::from_mins(10);

/// Request to register an account. It never contains a level or administrator rights.
#[derive(Clone, Debug)]
pub struct RegistrationRequest {
    pub username: String,
    pub password: Secret,
    /// The chosen access key.
    pub access_key: String,
    /// An optional email address, to which the approval is announced.
    pub email: Option<String>,
}

#[derive(Clone)]
pub struct Registration {
    pub users: Arc<dyn UserRepository>,
    /// Whether the site is in lockdown.
    pub site: Arc<dyn SiteRepository>,
    /// The limit per network.
    pub throttle: Arc<dyn Throttle>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub ids: Arc<dyn IdGenerator>,
    pub policy: PasswordPolicy,
    pub limits: RateLimits,
}

impl Registration {
    /// Registers an account. It is not approved and gets no session. With the access keys `command` and `developer`, a
    /// request for administrator rights is stored, which grants nothing by itself.
    ///
    /// Errors: `lockdown`, `rate_limited`, `validation_failed` with every invalid field, `username_taken`.
    pub async fn register(&self, context: &RequestContext, request: RegistrationRequest) -> Result<User, UserError> {
        if self.site.settings().await?.is_locked {
            return Err(UserError::Lockdown);
        }
        if self.limits == RateLimits::Strict {
            let key = format!("register:{}", context.network());
            if let Some(retry_after) = self.throttle.count_call(&key, LIMIT, WINDOW, context.now).await? {
                return Err(UserError::RateLimited { retry_after });
            }
        }
        let (username, password, access_key, email) = self.check(&request)?;
        if self.users.find_by_name(&username.key()).await?.is_some() {
            return Err(UserError::UsernameTaken);
        }
        let id = UserId::generate(&*self.ids);
        let user = User { email, ..User::register(id, &username, access_key, context.now) };
        let password_hash = self.hasher.hash(password.secret()).await?;
        let performer = Performer::Anonymous { claimed: Some(user.username.clone()) };
        let entry = Entry::new(&*self.ids, context, performer, Action::UserRegistered, EntityType::User)
            .on(&user.id)
            .details(Details::new().with("accessKey", access_key.as_str()).with("claimsAdmin", user.is_admin));
        let change = UserChange::Create { user: user.clone(), password_hash };
        self.users.commit(Audited::new(change, entry)).await?;
        Ok(user)
    }

    fn check(
        &self,
        request: &RegistrationRequest,
    ) -> Result<(Username, Password, AccessKey, Option<String>), UserError> {
        let username = Username::parse(&request.username).and_then(|name| {
            if name.is_reserved() {
                Err(facility_kernel::ParseError::new("username", "This username is reserved".to_owned()))
            } else {
                Ok(name)
            }
        });
        let password = Password::parse(self.policy, &request.username, request.password.expose());
        let access_key = request.access_key.parse::<AccessKey>();
        let email = request.email.as_deref().filter(|text| !text.is_empty()).map(check_email).transpose();
        match (username, password, access_key, email) {
            (Ok(username), Ok(password), Ok(access_key), Ok(email)) => Ok((username, password, access_key, email)),
            (username, password, access_key, email) => {
                let errors = [username.err(), password.err(), access_key.err(), email.err()];
                Err(UserError::Invalid(errors.into_iter().flatten().map(FieldError::from).collect()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{MockPasswordHasher, MockSiteRepository, MockUserRepository, UserCommitError};
    use crate::site::SiteSettings;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, context};
    use facility_kernel::throttle::MockThrottle;
    use facility_kernel::{DomainError, Timestamp};

    fn request(username: &str, password: &str, access_key: &str) -> RegistrationRequest {
        RegistrationRequest {
            username: username.to_owned(),
            password: Secret::new(password),
            access_key: access_key.to_owned(),
            email: Some("mercer@example.org".to_owned()),
        }
    }

    fn service(users: MockUserRepository, locked: bool, wait: Option<Duration>) -> Registration {
        let mut site = MockSiteRepository::new();
        site.expect_settings().returning(move || {
            Ok(SiteSettings {
                is_locked: locked,
                two_factor_required: false,
                updated_at: Timestamp::EPOCH,
                content_changed_at: Timestamp::EPOCH,
            })
        });
        let mut throttle = MockThrottle::new();
        throttle
            .expect_count_call()
            .withf(|key, limit, window, now| {
                key == "register:192.0.2.1" && *limit == 60 && window.as_secs() == 600 && *now == TEST_NOW
            })
            .returning(move |_, _, _, _| Ok(wait));
        let mut hasher = MockPasswordHasher::new();
        hasher.expect_hash().returning(|_| Ok(Secret::new("hash")));
        Registration {
            users: Arc::new(users),
            site: Arc::new(site),
            throttle: Arc::new(throttle),
            hasher: Arc::new(hasher),
            ids: Arc::new(SequentialIds::default()),
            policy: PasswordPolicy::default(),
            limits: RateLimits::Strict,
        }
    }

    #[tokio::test]
    async fn requested_rights_are_stored_without_effect() {
        let mut users = MockUserRepository::new();
        users.expect_find_by_name().withf(|key| key == "mercer").returning(|_| Ok(None));
        users
            .expect_commit()
            .times(1)
            .withf(|change| {
                let entry = change.entry();
                matches!(change.change(), UserChange::Create { user, password_hash }
                    if user.is_admin && !user.is_approved && password_hash.expose() == "hash"
                        && user.email.as_deref() == Some("mercer@example.org"))
                    && entry.action == Action::UserRegistered
                    && entry.performer == Performer::Anonymous { claimed: Some("Mercer".to_owned()) }
                    && entry.details.to_json().as_deref() == Some(r#"{"accessKey":"developer","claimsAdmin":true}"#)
            })
            .returning(|_| Ok(()));
        let user = service(users, false, None)
            .register(&context(), request("Mercer", "quiet-lantern", "developer"))
            .await
            .unwrap();
        assert!(!user.is_approved);
    }

    #[tokio::test]
    async fn every_invalid_field_is_named_and_nothing_is_written() {
        let error = service(MockUserRepository::new(), false, None)
            .register(
                &context(),
                RegistrationRequest { email: Some("nobody".to_owned()), ..request("a b", "short", "keycard") },
            )
            .await
            .unwrap_err();
        let fields: Vec<&str> = error.fields().iter().map(|field| field.field).collect();
        assert_eq!(fields, ["username", "password", "accessKey", "email"]);
        let reserved = service(MockUserRepository::new(), false, None)
            .register(&context(), request("Root", "quiet-lantern", "subject"))
            .await
            .unwrap_err();
        assert_eq!(reserved.to_string(), "This username is reserved");
    }

    #[tokio::test]
    async fn lockdown_and_too_many_registrations_refuse() {
        let locked = service(MockUserRepository::new(), true, None);
        let error = locked.register(&context(), request("mercer", "quiet-lantern", "subject")).await.unwrap_err();
        assert_eq!(error.code(), "lockdown");
        let busy = service(MockUserRepository::new(), false, Some(Duration::from_secs(9)));
        let error = busy.register(&context(), request("mercer", "quiet-lantern", "subject")).await.unwrap_err();
        assert_eq!(error.code(), "rate_limited");
    }

    #[tokio::test]
    async fn name_taken_in_the_meantime_is_refused() {
        let mut users = MockUserRepository::new();
        users.expect_find_by_name().returning(|_| Ok(None));
        users.expect_commit().times(1).returning(|_| Err(UserCommitError::UsernameTaken));
        let error = service(users, false, None)
            .register(&context(), request("mercer", "quiet-lantern", "subject"))
            .await
            .unwrap_err();
        assert_eq!(error.code(), "username_taken");
    }
}
