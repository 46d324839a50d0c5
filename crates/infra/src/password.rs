//! Argon2id with a pepper, on blocking threads instead of the threads that handle requests.

use crate::hash_memory::HashMemory;
use crate::keys::Pepper;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Params, Version};
use async_trait::async_trait;
use facility_kernel::Secret;
use facility_users::password::prepared;
use facility_users::ports::{HashError, PasswordCheck, PasswordHasher};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Minimum parameters for Argon2id in the OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Memory of a light hash. Argon2 needs at least eight blocks of 1 KiB (RFC 9106, section 3.1).
const LIGHT_MEMORY_KIB: u32 = 64;

/// Returns whether the environment variable `FACILITY_TEST_HASHES` is `light`, which asks for very cheap hashes. Always
/// false without the feature `test-hashes`, which only tests of the real binary enable: hundreds of them sign in.
#[cfg(feature = "test-hashes")]
fn is_light() -> bool {
    let is_light = std::env::var_os("FACILITY_TEST_HASHES").is_some_and(|value| value == "light");
    if is_light {
        tracing::warn!("passwords have light hashes, for a test");
    }
    is_light
}

#[cfg(not(feature = "test-hashes"))]
const fn is_light() -> bool {
    false
}

/// Time limit of the wait for a free hashing slot. After it, the call fails as unavailable.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long the memory stays allocated after the last hash.
const MEMORY_KEPT: Duration = Duration::from_secs(10);

/// Hashes passwords, at most one per core at a time, each with 19 MiB.
#[derive(Clone)]
pub struct Argon2Hasher {
    pepper: Pepper,
    params: Params,
    slots: Arc<Semaphore>,
    memory: HashMemory,
    /// Verified in place of the hash of an account that does not exist, so that both answers take equally long.
    dummy: Secret,
}

impl Argon2Hasher {
    /// Creates a hasher with this pepper. Hashes made with another pepper never match. Blocks for one hash.
    ///
    /// Errors: the operating system returns no random bytes, or the hash cannot be computed.
    pub fn new(pepper: Pepper) -> Result<Self, HashError> {
        let params = if is_light() {
            Params::new(LIGHT_MEMORY_KIB, 1, LANES, None)
        } else {
            Params::new(MEMORY_KIB, PASSES, LANES, None)
        };
        Self::with_params(pepper, params.map_err(failed)?)
    }

    fn with_params(pepper: Pepper, params: Params) -> Result<Self, HashError> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let memory = HashMemory::default();
        let dummy = hash(&memory, &pepper, &params, &Secret::new("nobody's password"))?;
        // The first sign-in may come late, so do not keep the memory of this hash.
        let memory = HashMemory::default();
        Ok(Self { pepper, params, slots: Arc::new(Semaphore::new(cores)), memory, dummy })
    }

    async fn in_slot<T: Send + 'static>(
        &self,
        work: impl FnOnce(&HashMemory, &Pepper, &Params) -> Result<T, HashError> + Send + 'static,
    ) -> Result<T, HashError> {
        let slot = tokio::time::timeout(PATIENCE, Arc::clone(&self.slots).acquire_owned()).await;
        let Ok(Ok(slot)) = slot else { return Err(HashError::Busy) };
        let (memory, pepper, params) = (self.memory.clone(), self.pepper.clone(), self.params.clone());
        let task = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            work(&memory, &pepper, &params)
        });
        let done = task.await.map_err(failed)?;
        tokio::spawn(self.memory.clone().release_when_idle(MEMORY_KEPT));
        done
    }
}

#[async_trait]
impl PasswordHasher for Argon2Hasher {
    async fn hash(&self, secret: &Secret) -> Result<Secret, HashError> {
        let secret = Secret::new(prepared(secret.expose()));
        self.in_slot(move |memory, pepper, params| hash(memory, pepper, params, &secret)).await
    }

    async fn verify(&self, secret: &Secret, hash: Option<Secret>) -> Result<PasswordCheck, HashError> {
        let (secret, known) = (secret.clone(), hash.is_some());
        let hash = hash.unwrap_or_else(|| self.dummy.clone());
        let password_check = self
            .in_slot(move |memory, pepper, params| {
                let form = Secret::new(prepared(secret.expose()));
                let password_check = verify(memory, pepper, params, &form, &hash)?;
                if password_check != PasswordCheck::Wrong || form == secret {
                    return Ok(password_check);
                }
                // Older hashes are of the password as typed. Which hash it is, known or dummy, makes no difference in
                // time.
                Ok(match verify(memory, pepper, params, &secret, &hash)? {
                    PasswordCheck::Right => PasswordCheck::RightButOutdated,
                    password_check => password_check,
                })
            })
            .await?;
        Ok(if known { password_check } else { PasswordCheck::Wrong })
    }
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> HashError {
    HashError::Failed(Box::new(error))
}

/// Computes the raw hash, with the length in the parameters or else the default length.
fn output(
    memory: &HashMemory,
    pepper: &Pepper,
    params: &Params,
    secret: &Secret,
    salt: &[u8],
) -> Result<Output, HashError> {
    let argon2 = Argon2::new_with_secret(&pepper.0, Algorithm::Argon2id, Version::V0x13, params.clone());
    let argon2 = argon2.map_err(failed)?;
    let mut bytes = [0_u8; Output::MAX_LENGTH];
    let bytes = bytes.get_mut(..params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN));
    let bytes = bytes.ok_or(HashError::Failed("unknown hash length".into()))?;
    memory
        .with(params.block_count(), |blocks| {
            argon2.hash_password_into_with_memory(secret.expose().as_bytes(), salt, bytes, blocks)
        })
        .map_err(failed)?;
    Output::new(bytes).map_err(failed)
}

fn hash(memory: &HashMemory, pepper: &Pepper, params: &Params, secret: &Secret) -> Result<Secret, HashError> {
    let mut salt = [0_u8; Salt::RECOMMENDED_LENGTH];
    getrandom::fill(&mut salt).map_err(failed)?;
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(params).map_err(failed)?,
        hash: Some(output(memory, pepper, params, secret, &salt)?),
        salt: Some(Salt::new(&salt).map_err(failed)?),
    };
    Ok(Secret::new(hash.to_string()))
}

fn verify(
    memory: &HashMemory,
    pepper: &Pepper,
    params: &Params,
    secret: &Secret,
    hash: &Secret,
) -> Result<PasswordCheck, HashError> {
    let hash = PasswordHash::new(hash.expose()).map_err(failed)?;
    let ours = hash.algorithm == Algorithm::Argon2id.ident() && hash.version == Some(Version::V0x13.into());
    let (true, Some(salt), Some(known)) = (ours, &hash.salt, &hash.hash) else {
        return Err(HashError::Failed("unknown hash format".into()));
    };
    // The cost parameters come from the stored hash, the pepper from this server.
    let made_with = Params::try_from(&hash).map_err(failed)?;
    // This comparison takes constant time.
    if output(memory, pepper, &made_with, secret, salt)? != *known {
        return Ok(PasswordCheck::Wrong);
    }
    Ok(if is_current(&made_with, params) { PasswordCheck::Right } else { PasswordCheck::RightButOutdated })
}

fn is_current(made: &Params, params: &Params) -> bool {
    (made.m_cost(), made.t_cost(), made.p_cost()) == (params.m_cost(), params.t_cost(), params.p_cost())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Keys;

    fn pepper(n: u8) -> Pepper {
        Keys::new([n; 32]).pepper()
    }

    fn light(n: u8, passes: u32) -> Argon2Hasher {
        Argon2Hasher::with_params(pepper(n), Params::new(64, passes, 1, None).unwrap()).unwrap()
    }

    #[tokio::test]
    async fn only_the_right_password_with_the_right_pepper_matches() {
        let (hasher, secret) = (light(1, 1), Secret::new("Überraschung 1"));
        let hash = hasher.hash(&secret).await.unwrap();
        assert!(hash.expose().starts_with("$argon2id$v=19$m=64,t=1,p=1$"));
        assert_ne!(hasher.hash(&secret).await.unwrap(), hash, "each hash has its own salt");
        assert_eq!(hasher.verify(&secret, Some(hash.clone())).await.unwrap(), PasswordCheck::Right);
        let wrong = Secret::new("überraschung 1");
        assert_eq!(hasher.verify(&wrong, Some(hash.clone())).await.unwrap(), PasswordCheck::Wrong);
        assert_eq!(light(2, 1).verify(&secret, Some(hash.clone())).await.unwrap(), PasswordCheck::Wrong);
        assert_eq!(light(1, 2).verify(&secret, Some(hash)).await.unwrap(), PasswordCheck::RightButOutdated);
    }

    #[tokio::test]
    async fn password_matches_in_every_unicode_form_and_against_older_hashes() {
        let hasher = light(1, 1);
        let (composed, decomposed) = (Secret::new("caf\u{e9} noir"), Secret::new("cafe\u{301}\u{a0}noir"));
        let hash = hasher.hash(&decomposed).await.unwrap();
        for form in [&composed, &decomposed] {
            assert_eq!(hasher.verify(form, Some(hash.clone())).await.unwrap(), PasswordCheck::Right);
        }
        let params = Params::new(64, 1, 1, None).unwrap();
        let old = super::hash(&HashMemory::default(), &pepper(1), &params, &decomposed).unwrap();
        let password_check = hasher.verify(&decomposed, Some(old.clone())).await.unwrap();
        assert_eq!(password_check, PasswordCheck::RightButOutdated);
        assert_eq!(hasher.verify(&composed, Some(old)).await.unwrap(), PasswordCheck::Wrong);
    }

    #[tokio::test]
    async fn no_password_matches_the_dummy_hash() {
        let hasher = light(1, 1);
        assert_eq!(hasher.verify(&Secret::new("nobody's password"), None).await.unwrap(), PasswordCheck::Wrong);
    }

    #[tokio::test]
    async fn cost_follows_the_owasp_recommendation() {
        let hasher = Argon2Hasher::new(pepper(1)).unwrap();
        let hash = hasher.hash(&Secret::new("x")).await.unwrap();
        assert!(hash.expose().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hash.expose());
    }

    #[tokio::test]
    async fn too_many_callers_are_refused_as_busy() {
        let hasher = light(1, 1);
        let all = u32::try_from(hasher.slots.available_permits()).unwrap();
        let _held = hasher.slots.acquire_many(all).await.unwrap();
        assert!(matches!(hasher.hash(&Secret::new("x")).await, Err(HashError::Busy)));
    }
}
