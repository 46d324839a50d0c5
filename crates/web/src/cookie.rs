//! The cookies of a session and of a known browser. Only the browser has the tokens; the database has hashes of them.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use users::device::{DEVICE_KNOWN, DeviceToken};
use users::session::SessionToken;

const PLAIN: &str = "facility_session";
const HOST: &str = "__Host-facility_session";

/// A token has 43 characters; anything much longer is not worth hashing.
const MAX_TOKEN: usize = 64;

/// How session cookies are written, by the scheme browsers reach the server with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionCookie {
    https: bool,
}

impl SessionCookie {
    /// Cookies of a server that browsers reach over TLS, or not.
    pub const fn new(https: bool) -> Self {
        Self { https }
    }

    /// The cookie's name. The `__Host-` prefix makes browsers insist on `Secure`, `Path=/` and no `Domain`.
    pub const fn name(self) -> &'static str {
        if self.https { HOST } else { PLAIN }
    }

    /// Whether the request carries a cookie of this name, whatever is in it.
    pub fn is_sent(self, request: &HttpRequest) -> bool {
        request.cookie(self.name()).is_some()
    }

    /// The token that the request carries.
    pub fn read(self, request: &HttpRequest) -> Option<SessionToken> {
        let cookie = request.cookie(self.name())?;
        (cookie.value().len() <= MAX_TOKEN).then(|| SessionToken::received(cookie.value()))
    }

    /// A cookie that lasts until the browser is closed; the server ends the session itself.
    pub fn issue(self, token: &SessionToken) -> Cookie<'static> {
        self.build(token.expose().to_owned()).finish()
    }

    /// A cookie that makes the browser forget the token.
    pub fn clear(self) -> Cookie<'static> {
        let mut cookie = self.build(String::new()).finish();
        cookie.make_removal();
        cookie
    }

    /// The cookie of known browsers on the same server.
    pub const fn device(self) -> DeviceCookie {
        DeviceCookie { https: self.https }
    }

    fn build(self, value: String) -> actix_web::cookie::CookieBuilder<'static> {
        build(self.name(), value, self.https)
    }
}

/// How the cookies of known browsers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceCookie {
    https: bool,
}

impl DeviceCookie {
    /// The cookie's name, as [`SessionCookie::name`].
    pub const fn name(self) -> &'static str {
        if self.https { "__Host-facility_device" } else { "facility_device" }
    }

    /// The token that the request carries.
    pub fn read(self, request: &HttpRequest) -> Option<DeviceToken> {
        let cookie = request.cookie(self.name())?;
        (cookie.value().len() <= MAX_TOKEN).then(|| DeviceToken::received(cookie.value()))
    }

    /// A cookie that lasts for as long as the browser stays known without another sign-in.
    pub fn issue(self, token: &DeviceToken) -> Cookie<'static> {
        let days = Duration::try_from(DEVICE_KNOWN).unwrap_or(Duration::ZERO);
        build(self.name(), token.expose().to_owned(), self.https).max_age(days).finish()
    }
}

fn build(name: &'static str, value: String, https: bool) -> actix_web::cookie::CookieBuilder<'static> {
    Cookie::build(name, value).path("/").http_only(true).same_site(SameSite::Strict).secure(https)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_for_the_server_alone() {
        let token = SessionToken::from_bits([1; 32]);
        let plain = SessionCookie::new(false).issue(&token).to_string();
        assert_eq!(plain, format!("facility_session={}; HttpOnly; SameSite=Strict; Path=/", token.expose()));
        let secure = SessionCookie::new(true).issue(&token).to_string();
        assert!(secure.starts_with("__Host-facility_session=") && secure.contains("; Secure"), "{secure}");
        assert!(!secure.contains("Domain") && !secure.contains("Max-Age"));
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
