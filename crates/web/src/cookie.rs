//! The cookies of sessions, of known browsers, and of sign-ins that wait for a code. Only the browser has the tokens; the database stores their hashes.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use users::device::{DEVICE_KNOWN, DeviceToken};
use users::second_factor::{TICKET_LIFETIME, TicketToken};
use users::session::SessionToken;

const PLAIN: &str = "facility_session";
const HOST: &str = "__Host-facility_session";

/// Maximum length of a token that is looked up. Tokens have 43 characters.
const MAX_TOKEN: usize = 64;

/// The session cookie, which depends on whether browsers use TLS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionCookie {
    https: bool,
}

impl SessionCookie {
    /// Creates it for a server that browsers reach over TLS, or not.
    pub const fn new(https: bool) -> Self {
        Self { https }
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
        let cookie = request.cookie(self.name())?;
        (cookie.value().len() <= MAX_TOKEN).then(|| SessionToken::received(cookie.value()))
    }

    /// Returns a cookie that lasts until the browser closes; the server ends the session itself.
    pub fn issue(self, token: &SessionToken) -> Cookie<'static> {
        self.build(token.expose().to_owned()).finish()
    }

    /// Returns a cookie that makes the browser delete the token.
    pub fn clear(self) -> Cookie<'static> {
        let mut cookie = self.build(String::new()).finish();
        cookie.make_removal();
        cookie
    }

    /// Returns the device cookie of the same server.
    pub const fn device(self) -> DeviceCookie {
        DeviceCookie { https: self.https }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceCookie {
    https: bool,
}

impl DeviceCookie {
    /// Returns the cookie's name, as [`SessionCookie::name`].
    pub const fn name(self) -> &'static str {
        if self.https { "__Host-facility_device" } else { "facility_device" }
    }

    /// Returns the token in the request.
    pub fn read(self, request: &HttpRequest) -> Option<DeviceToken> {
        let cookie = request.cookie(self.name())?;
        (cookie.value().len() <= MAX_TOKEN).then(|| DeviceToken::received(cookie.value()))
    }

    /// Returns a cookie that lasts for as long as the browser stays known without another sign-in.
    pub fn issue(self, token: &DeviceToken) -> Cookie<'static> {
        let days = Duration::try_from(DEVICE_KNOWN).unwrap_or(Duration::ZERO);
        build(self.name(), token.expose().to_owned(), self.https).max_age(days).finish()
    }
}

/// The cookie of a sign-in that waits for a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    #[test]
    fn cookie_is_readable_by_the_server_only() {
        let token = SessionToken::from_bits([1; 32]);
        let plain = SessionCookie::new(false).issue(&token).to_string();
        assert_eq!(plain, format!("facility_session={}; HttpOnly; SameSite=Strict; Path=/", token.expose()));
        let secure = SessionCookie::new(true).issue(&token).to_string();
        assert!(secure.starts_with("__Host-facility_session=") && secure.contains("; Secure"), "{secure}");
        assert!(!secure.contains("Domain") && !secure.contains("Max-Age"));
    }

    #[test]
    fn the_cookie_of_a_pending_sign_in_lasts_five_minutes() {
        let token = TicketToken::from_bits([1; 32]);
        let plain = SessionCookie::new(false).ticket().issue(&token).to_string();
        let expected =
            format!("facility_pending={}; HttpOnly; SameSite=Strict; Path=/; Max-Age=300", token.expose());
        assert_eq!(plain, expected);
        let secure = SessionCookie::new(true).ticket().issue(&token).to_string();
        assert!(secure.starts_with("__Host-facility_pending=") && secure.contains("; Secure"), "{secure}");
        assert!(SessionCookie::new(true).ticket().clear().to_string().contains("Max-Age=0"));
    }

    #[test]
    fn the_device_cookie_lasts_180_days() {
        let token = DeviceToken::from_bits([1; 32]);
        let plain = SessionCookie::new(false).device().issue(&token).to_string();
        let expected = format!(
            "facility_device={}; HttpOnly; SameSite=Strict; Path=/; Max-Age=15552000",
            token.expose()
        );
        assert_eq!(plain, expected);
        let secure = SessionCookie::new(true).device().issue(&token).to_string();
        assert!(secure.starts_with("__Host-facility_device=") && secure.contains("; Secure"), "{secure}");
        assert!(!secure.contains("Domain"));
    }
}
