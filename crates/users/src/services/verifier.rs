//! Verification of second-factor codes.

use crate::error::UserError;
use crate::second_factor::codes::{Code, CodeKind, IssuedCodes};
use crate::second_factor::ports::{CodeHasher, HashedCodes, SecretBox, TotpPort};
use crate::second_factor::{CodeProof, Method, SecondFactor};
use facility_kernel::{Timestamp, UserId};
use std::sync::Arc;

/// Checks codes against the stored ones. The store decides whether a code was used in the meantime.
#[derive(Clone)]
pub struct Verifier {
    pub totp: Arc<dyn TotpPort>,
    /// Decrypts the secrets of apps.
    pub secrets: Arc<dyn SecretBox>,
    pub hasher: Arc<dyn CodeHasher>,
}

impl Verifier {
    /// Checks a code. Returns the proof if it matches. An app code works once: its time step must be later than the
    /// last one used.
    pub fn judge(
        &self,
        owner: UserId,
        factor: &SecondFactor,
        method: Method,
        typed: &str,
        now: Timestamp,
    ) -> Result<Option<CodeProof>, UserError> {
        let code = Code::typed(typed);
        let (kind, proof): (_, fn(String) -> CodeProof) = match method {
            Method::App => return self.judge_app(owner, factor, &code, now),
            Method::Backup => (CodeKind::Backup, CodeProof::Backup),
            Method::Static => (CodeKind::Static, CodeProof::Static),
        };
        let given = (kind, self.hasher.hash(owner, &code));
        Ok(factor.codes.contains(&given).then(|| proof(given.1)))
    }

    fn judge_app(
        &self,
        owner: UserId,
        factor: &SecondFactor,
        code: &Code,
        now: Timestamp,
    ) -> Result<Option<CodeProof>, UserError> {
        let Some(sealed) = &factor.secret else { return Ok(None) };
        let step = self.step(owner, sealed, code, now)?;
        let fresh = step.filter(|step| factor.last_step.is_none_or(|last| *step > last));
        Ok(fresh.map(|step| CodeProof::App { secret: sealed.clone(), step }))
    }

    /// Returns the time step of an app code, or `None` if it does not match now.
    pub fn step(&self, owner: UserId, sealed: &str, code: &Code, now: Timestamp) -> Result<Option<i64>, UserError> {
        let secret = self.secrets.open(owner, sealed)?;
        Ok(self.totp.step_of(&secret, code, now)?)
    }

    pub fn hashed(&self, owner: UserId, codes: &IssuedCodes) -> HashedCodes {
        codes.all().map(|(kind, code)| (kind, self.hasher.hash(owner, &code))).collect()
    }
}
