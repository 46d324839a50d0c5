//! Authenticator apps.

use crate::qr_code;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use facility_kernel::{Secret, StoreError, Timestamp};
use facility_users::second_factor::codes::Code;
use facility_users::second_factor::ports::TotpPort;
use totp_rs::{Builder, Totp};

/// The issuer's name, which apps show with the codes.
const ISSUER: &str = "Facility Terminal";
/// Seconds for which a code is shown.
const STEP: u64 = 30;
/// Digits of a code.
const DIGITS: u8 = 6;
/// Time steps by which the app's clock may be early or late.
const SKEW: u16 = 1;
/// Bytes of a secret (RFC 4226, 4: at least 16, 20 recommended).
const SECRET_BYTES: usize = 20;

/// Codes that change every 30 seconds, with SHA-1 (RFC 6238): the kind that every authenticator app supports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Apps;

fn totp(secret: &Secret, username: &str) -> Result<Totp, StoreError> {
    let secret = totp_rs::Secret::try_from_base32(secret.expose())
        .map_err(|_refused| StoreError::internal("the secret of an authenticator app is not in Base32"))?;
    Builder::new()
        .with_secret(secret)
        .with_digits(DIGITS)
        .with_skew(SKEW)
        .with_step_duration(STEP)
        .with_issuer(Some(ISSUER))
        .with_account_name(username)
        .build()
        .map_err(|error| StoreError::internal(format!("invalid secret of an authenticator app: {error}")))
}

impl TotpPort for Apps {
    fn secret_of(&self, bits: [u8; 32]) -> Secret {
        let bytes: Vec<u8> = bits.into_iter().take(SECRET_BYTES).collect();
        Secret::new(totp_rs::Secret::from(bytes).to_base32())
    }

    fn address(&self, secret: &Secret, username: &str) -> Result<Secret, StoreError> {
        let url = totp(secret, username)?.to_url();
        let url = url.map_err(|error| {
            StoreError::internal(format!("cannot build the address for an authenticator app: {error}"))
        })?;
        Ok(Secret::new(url))
    }

    fn picture(&self, address: &Secret) -> Result<Secret, StoreError> {
        let png = qr_code::qr_code(address.expose())?;
        Ok(Secret::new(format!("data:image/png;base64,{}", STANDARD.encode(png))))
    }

    fn step_of(&self, secret: &Secret, code: &Code, now: Timestamp) -> Result<Option<i64>, StoreError> {
        let seconds = u64::try_from(now.as_micros().div_euclid(1_000_000)).unwrap_or(0);
        let step = totp(secret, "code")?.check(code.as_str(), seconds);
        Ok(step.and_then(|step| i64::try_from(step).ok()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the test vectors of RFC 6238, "12345678901234567890".
    fn known() -> Secret {
        Secret::new("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    }

    fn step(code: &str, seconds: i64) -> Option<i64> {
        Apps.step_of(&known(), &Code::typed(code), Timestamp::from_micros(seconds * 1_000_000)).unwrap()
    }

    #[test]
    fn codes_of_rfc_6238_are_accepted() {
        // Appendix B, cut to six digits.
        for (seconds, code) in
            [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924"), (20_000_000_000, "353130")]
        {
            assert_eq!(step(code, seconds), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_accepted_one_step_early_or_late_and_no_more() {
        let (code, at) = ("081804", 1_111_111_109);
        for (off, fits) in [(-60, false), (-30, true), (0, true), (30, true), (60, false)] {
            assert_eq!(step(code, at + off), fits.then_some(at / 30), "{off}");
        }
        for code in ["", "08180", "0818040", "abcdef"] {
            assert_eq!(step(code, at), None, "{code}");
        }
        assert_eq!(step("081 804", at), Some(at / 30));
    }

    #[test]
    fn secrets_have_160_bits_in_base32() {
        let secret = Apps.secret_of([7; 32]);
        assert_eq!(secret.expose().len(), 32);
        assert!(Apps.step_of(&secret, &Code::typed("000000"), Timestamp::EPOCH).is_ok());
        assert!(Apps.step_of(&Secret::new("no base 32!"), &Code::typed("000000"), Timestamp::EPOCH).is_err());
    }

    #[test]
    fn the_app_learns_the_issuer_and_the_name() {
        let address = Apps.address(&known(), "mercer").unwrap();
        let url = address.expose();
        assert!(url.starts_with("otpauth://totp/Facility%20Terminal:mercer?"), "{url}");
        assert!(url.contains("secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ") && url.contains("issuer="), "{url}");
        let picture = Apps.picture(&address).unwrap();
        assert!(picture.expose().starts_with("data:image/png;base64,iVBORw0KGgo"));
        let longest = Apps.address(&known(), &"x".repeat(50)).unwrap();
        assert!(Apps.picture(&longest).is_ok(), "the longest name fits");
    }
}
