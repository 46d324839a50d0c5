//! The cookies of sessions, of known browsers, and of sign-ins that wait for a code. Only the browser has the tokens;
//! the database stores their hashes.
//!
//! The tokens of sessions and browsers are followed by a mark, a truncated HMAC, which proves without a database query
//! that this site issued them. It grants no rights: it only decides against which rate limit a request counts.

use crate::gate::limits::calls::Presented;
use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use facility_users::device::{DeviceToken, KNOWN_DEVICE_LIFETIME};
use facility_users::second_factor::{TICKET_LIFETIME, TicketToken};
use facility_users::session::SessionToken;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

const PLAIN: &str = "facility_session";
const HOST: &str = "__Host-facility_session";

/// Maximum length of a token that is looked up. Issued tokens have 43 characters.
const MAX_TOKEN: usize = 64;
/// Separates a token from its mark.
const SEPARATOR: char = '.';
/// Bytes of a mark.
const MARK_BYTES: usize = 16;

/// The key of the marks, which all nodes of a site share.
#[derive(Clone, Copy)]
struct MarkKey([u8; 32]);

impl MarkKey {
    fn mac(self, name: &str, token: &str) -> Option<Hmac<Sha256>> {
        // HMAC takes a key of any length, so `new_from_slice` cannot fail.
        let mac = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        Some(mac.chain_update(name).chain_update([0]).chain_update(token))
    }

    /// Returns the value of the cookie of this name.
    fn marked(self, name: &str, token: &str) -> String {
        let mark = self.mac(name, token).map(|mac| mac.finalize().into_bytes()).unwrap_or_default();
        let mark = mark.get(..MARK_BYTES).unwrap_or_default();
        format!("{token}{SEPARATOR}{}", URL_SAFE_NO_PAD.encode(mark))
    }

    fn is_mark(self, name: &str, token: &str, mark: &str) -> bool {
        let Ok(bytes) = URL_SAFE_NO_PAD.decode(mark) else { return false };
        bytes.len() == MARK_BYTES && self.mac(name, token).is_some_and(|mac| mac.verify_truncated_left(&bytes).is_ok())
    }

    /// Returns the token in the request's cookie of this name, and whether its mark is valid.
    fn read(self, name: &str, request: &HttpRequest) -> Option<(String, bool)> {
        let cookie = request.cookie(name)?;
        let (token, mark) = cookie.value().split_once(SEPARATOR).unwrap_or((cookie.value(), ""));
        (token.len() <= MAX_TOKEN).then(|| (token.to_owned(), self.is_mark(name, token, mark)))
    }
}

/// The session cookie. Its name and attributes depend on whether browsers use TLS.
#[derive(Clone, Copy)]
pub struct SessionCookie {
    https: bool,
    key: MarkKey,
}

impl SessionCookie {
    /// Creates the cookie for a server that browsers reach over TLS or not. The key MUST be used for nothing else.
    pub const fn new(https: bool, key: [u8; 32]) -> Self {
        Self { https, key: MarkKey(key) }
    }

    /// Returns the cookie's name. The `__Host-` prefix makes browsers require `Secure`, `Path=/` and no `Domain`.
    pub const fn name(self) -> &'static str {
        if self.https { HOST } else { PLAIN }
    }

    /// Returns whether the request carries a cookie of this name, whatever its value.
    pub fn is_sent(self, request: &HttpRequest) -> bool {
        request.cookie(self.name()).is_some()
    }

    /// Returns the token in the request.
    pub fn read(self, request: &HttpRequest) -> Option<SessionToken> {
        self.key.read(self.name(), request).map(|(token, _)| SessionToken::received(&token))
    }

    /// Returns the tokens of the session and the known browser that the request presents.
    pub fn presented(self, request: &HttpRequest) -> Presented {
        let session = self.key.read(self.name(), request);
        let browser = self.key.read(self.device().name(), request).filter(|(_, is_marked)| *is_marked);
        Presented {
            session: session.map(|(token, is_marked)| (SessionToken::received(&token).fingerprint(), is_marked)),
            browser: browser.map(|(token, _)| DeviceToken::received(&token).fingerprint()),
        }
    }

    /// Returns a cookie that the browser keeps until it closes. The server limits the session's lifetime itself.
    pub fn issue(self, token: &SessionToken) -> Cookie<'static> {
        self.build(self.key.marked(self.name(), token.expose())).finish()
    }

    /// Returns a cookie that makes the browser delete the token.
    pub fn clear(self) -> Cookie<'static> {
        let mut cookie = self.build(String::new()).finish();
        cookie.make_removal();
        cookie
    }

    /// Returns the device cookie of the same server.
    pub const fn device(self) -> DeviceCookie {
        DeviceCookie { https: self.https, key: self.key }
    }

    /// Returns the cookie of sign-ins that wait for a code.
    pub const fn ticket(self) -> TicketCookie {
        TicketCookie { https: self.https }
    }

    fn build(self, value: String) -> actix_web::cookie::CookieBuilder<'static> {
        build(self.name(), value, self.https)
    }
}

/// The device cookie of known browsers.
#[derive(Clone, Copy)]
pub struct DeviceCookie {
    https: bool,
    key: MarkKey,
}

impl DeviceCookie {
    /// Returns the cookie's name, as [`SessionCookie::name`].
    pub const fn name(self) -> &'static str {
        if self.https { "__Host-facility_device" } else { "facility_device" }
    }

    /// Returns the token in the request.
    pub fn read(self, request: &HttpRequest) -> Option<DeviceToken> {
        self.key.read(self.name(), request).map(|(token, _)| DeviceToken::received(&token))
    }

    /// Returns a cookie with the lifetime for which a browser stays known without another sign-in.
    pub fn issue(self, token: &DeviceToken) -> Cookie<'static> {
        let days = Duration::try_from(KNOWN_DEVICE_LIFETIME).unwrap_or(Duration::ZERO);
        build(self.name(), self.key.marked(self.name(), token.expose()), self.https).max_age(days).finish()
    }
}

/// The cookie of a sign-in that waits for a code.
#[derive(Clone, Copy)]
pub struct TicketCookie {
    https: bool,
}

impl TicketCookie {
    /// Returns the cookie's name, as [`SessionCookie::name`].
    pub const fn name(self) -> &'static str {
        if self.https { "__Host-facility_pending" } else { "facility_pending" }
    }

    /// Returns the token in the request.
    pub fn read(self, request: &HttpRequest) -> Option<TicketToken> {
        let cookie = request.cookie(self.name())?;
        (cookie.value().len() <= MAX_TOKEN).then(|| TicketToken::received(cookie.value()))
    }

    /// Returns a cookie that lasts for as long as the server accepts it.
    pub fn issue(self, token: &TicketToken) -> Cookie<'static> {
        let lifetime = Duration::try_from(TICKET_LIFETIME).unwrap_or(Duration::ZERO);
        build(self.name(), token.expose().to_owned(), self.https).max_age(lifetime).finish()
    }

    /// Returns a cookie that makes the browser delete the token.
    pub fn clear(self) -> Cookie<'static> {
        let mut cookie = build(self.name(), String::new(), self.https).finish();
        cookie.make_removal();
        cookie
    }
}

fn build(name: &'static str, value: String, https: bool) -> actix_web::cookie::CookieBuilder<'static> {
    Cookie::build(name, value).path("/").http_only(true).same_site(SameSite::Strict).secure(https)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    const OVER_HTTP: SessionCookie = SessionCookie::new(false, [7; 32]);
    const OVER_HTTPS: SessionCookie = SessionCookie::new(true, [7; 32]);

    #[test]
    fn only_marked_tokens_are_recognized() {
        let (token, device) = (SessionToken::from_bits([1; 32]), DeviceToken::from_bits([2; 32]));
        let session = OVER_HTTP.issue(&token);
        let browser = OVER_HTTP.device().issue(&device);
        let sent = |session: &str, browser: &str| {
            let cookies = format!("facility_session={session}; facility_device={browser}");
            let request = TestRequest::default().insert_header(("cookie", cookies)).to_http_request();
            let read = (OVER_HTTP.read(&request), OVER_HTTP.device().read(&request));
            assert_eq!(read.0.map(|token| token.fingerprint()), Some(token.fingerprint()));
            assert_eq!(read.1.map(|token| token.fingerprint()), Some(device.fingerprint()));
            let Presented { session, browser } = OVER_HTTP.presented(&request);
            (session.map(|(_, is_marked)| is_marked), browser)
        };
        let known = Some(device.fingerprint());
        assert_eq!(sent(session.value(), browser.value()), (Some(true), known));
        // Without a mark, with the mark of another cookie, and with the mark of another site.
        assert_eq!(sent(token.expose(), device.expose()), (Some(false), None));
        let swapped = OVER_HTTP.key.marked("facility_device", token.expose());
        assert_eq!(sent(&swapped, device.expose()).0, Some(false));
        let foreign = SessionCookie::new(false, [8; 32]);
        assert_eq!(sent(foreign.issue(&token).value(), foreign.device().issue(&device).value()), (Some(false), None));
    }

    #[test]
    fn the_session_cookie_is_http_only_and_strict() {
        let token = SessionToken::from_bits([1; 32]);
        let plain = OVER_HTTP.issue(&token).to_string();
        let value = OVER_HTTP.key.marked("facility_session", token.expose());
        assert!(value.starts_with(&format!("{}.", token.expose())) && value.len() == 43 + 1 + 22, "{value}");
        assert_eq!(plain, format!("facility_session={value}; HttpOnly; SameSite=Strict; Path=/"));
        let secure = OVER_HTTPS.issue(&token).to_string();
        assert!(secure.starts_with("__Host-facility_session=") && secure.contains("; Secure"), "{secure}");
        assert!(!secure.contains("Domain") && !secure.contains("Max-Age"));
    }

    #[test]
    fn the_cookie_of_a_pending_sign_in_lasts_five_minutes() {
        let token = TicketToken::from_bits([1; 32]);
        let plain = OVER_HTTP.ticket().issue(&token).to_string();
        let expected = format!("facility_pending={}; HttpOnly; SameSite=Strict; Path=/; Max-Age=300", token.expose());
        assert_eq!(plain, expected);
        let secure = OVER_HTTPS.ticket().issue(&token).to_string();
        assert!(secure.starts_with("__Host-facility_pending=") && secure.contains("; Secure"), "{secure}");
        assert!(OVER_HTTPS.ticket().clear().to_string().contains("Max-Age=0"));
    }

    #[test]
    fn the_device_cookie_lasts_180_days() {
        let token = DeviceToken::from_bits([1; 32]);
        let plain = OVER_HTTP.device().issue(&token).to_string();
        let value = OVER_HTTP.key.marked("facility_device", token.expose());
        let expected = format!("facility_device={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=15552000");
        assert_eq!(plain, expected);
        let secure = OVER_HTTPS.device().issue(&token).to_string();
        assert!(secure.starts_with("__Host-facility_device=") && secure.contains("; Secure"), "{secure}");
        assert!(!secure.contains("Domain"));
    }
}
