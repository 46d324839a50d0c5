//! Judges codes.

use crate::error::UserError;
use crate::second_factor::codes::{Code, CodeKind, IssuedCodes};
use crate::second_factor::ports::{CodeHasher, HashedCodes, SecretBox, TotpPort};
use crate::second_factor::{Method, Proof, SecondFactor};
use facility_kernel::{Timestamp, UserId};
use std::sync::Arc;

/// Judges codes against what is stored. Whether a code was used in the meantime is for the store to decide.
#[derive(Clone)]
pub struct Verifier {
    /// Authenticator apps.
    pub totp: Arc<dyn TotpPort>,
    /// Opens their secrets.
    pub secrets: Arc<dyn SecretBox>,
    /// Hashes codes.
    pub hasher: Arc<dyn CodeHasher>,
}

impl Verifier {
    /// Returns the proof of a code that fits, or `None`. An app code fits once: it has to be of a later time step than
    /// the last one.
    pub fn judge(
        &self,
        owner: UserId,
        factor: &SecondFactor,
        method: Method,
        typed: &str,
        now: Timestamp,
    ) -> Result<Option<Proof>, UserError> {
        let code = Code::typed(typed);
        let (kind, proof): (_, fn(String) -> Proof) = match method {
            Method::App => return self.judge_app(owner, factor, &code, now),
            Method::Backup => (CodeKind::Backup, Proof::Backup),
            Method::Static => (CodeKind::Static, Proof::Static),
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
    ) -> Result<Option<Proof>, UserError> {
        let Some(sealed) = &factor.secret else { return Ok(None) };
        let step = self.step(owner, sealed, code, now)?;
        let fresh = step.filter(|step| factor.last_step.is_none_or(|last| *step > last));
        Ok(fresh.map(|step| Proof::App { secret: sealed.clone(), step }))
    }

    /// Returns the time step of a code of the app with this sealed secret, or `None` if it is not one of now.
    pub fn step(&self, owner: UserId, sealed: &str, code: &Code, now: Timestamp) -> Result<Option<i64>, UserError> {
        let secret = self.secrets.open(owner, sealed)?;
        Ok(self.totp.step_of(&secret, code, now)?)
    }

    /// Returns the hashes of new codes.
    pub fn hashed(&self, owner: UserId, codes: &IssuedCodes) -> HashedCodes {
        codes.all().map(|(kind, code)| (kind, self.hasher.hash(owner, &code))).collect()
    }
}
