//! The session cookie. Only its bearer knows the token; the database knows a hash of it.

use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, SameSite};
use users::session::SessionToken;

const PLAIN: &str = "facility_session";
const HOST: &str = "__Host-facility_session";

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

    /// The token that the request carries.
    pub fn read(self, request: &HttpRequest) -> Option<SessionToken> {
        // A token has 43 characters; what is much longer is not worth hashing.
        let cookie = request.cookie(self.name())?;
        (cookie.value().len() <= 64).then(|| SessionToken::from_cookie(cookie.value()))
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

    fn build(self, value: String) -> actix_web::cookie::CookieBuilder<'static> {
        Cookie::build(self.name(), value)
            .path("/")
            .http_only(true)
            .same_site(SameSite::Strict)
            .secure(self.https)
    }
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
}
