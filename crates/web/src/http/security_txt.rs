//! Whom to tell about a vulnerability (RFC 9116).

use crate::gate::state::GateState;
use crate::http::error::ApiError;
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::web::Data;
use std::fmt::Write as _;
use std::time::Duration;

/// The path of the file.
pub const PATH: &str = "/.well-known/security.txt";
/// How long a reader may rely on the file. RFC 9116 recommends less than a year.
const VALID_FOR: Duration = Duration::from_hours(24 * 180);

/// Where vulnerabilities are reported to. `None` if the operator names nobody.
#[derive(Clone, Debug)]
pub struct SecurityContact(pub Option<String>);

/// Returns the file. Errors: no contact is configured.
pub async fn security_txt(contact: Data<SecurityContact>, entrance: Data<GateState>) -> Result<HttpResponse, ApiError> {
    let contact = contact.0.as_ref().ok_or_else(|| ApiError::not_found("File"))?;
    let expires = entrance.clock.now().plus(VALID_FOR);
    let mut text = format!("Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en\n");
    // An address of this field has to be https.
    if entrance.origin.is_https() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Canonical: {}{PATH}", entrance.origin.as_str());
    }
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "public, max-age=3600"))
        .body(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::origin::Origin;
    use crate::observe::middleware::observe;
    use crate::routes;
    use crate::state::Shared;
    use actix_web::body::to_bytes;
    use actix_web::test::{TestRequest, call_service, init_service};
    use actix_web::{App, middleware};
    use facility_audit::trail::MockAuditLog;
    use facility_kernel::testing::TEST_NOW;
    use facility_users::ports::MockSessionRepository;

    /// Returns the status and the text of the file at an address, with this contact.
    async fn file(public_url: &str, contact: Option<&str>) -> (u16, String) {
        let mut app = crate::testing::app(MockSessionRepository::new(), MockAuditLog::new());
        app.gate.origin = Origin::parse(public_url).unwrap();
        app.security_contact = SecurityContact(contact.map(str::to_owned));
        let shared = Shared::of(app);
        let service = App::new().configure(|config| shared.register(config)).configure(routes::configure);
        let service = init_service(service.wrap(middleware::from_fn(observe))).await;
        let request = TestRequest::get().uri(PATH).insert_header(("accept", "text/html")).to_request();
        let response = call_service(&service, request).await;
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body()).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    #[actix_web::test]
    async fn file_names_the_contact_and_expires_within_a_year() {
        let (status, text) = file("https://wiki.example", Some("mailto:security@wiki.example")).await;
        let expires = TEST_NOW.plus(VALID_FOR);
        assert_eq!(status, 200);
        assert_eq!(
            text,
            format!(
                "Contact: mailto:security@wiki.example\nExpires: {expires}\nPreferred-Languages: en\n\
                 Canonical: https://wiki.example/.well-known/security.txt\n"
            )
        );
        assert!(VALID_FOR < Duration::from_hours(24 * 365));
        let (_, text) = file("http://localhost:8080", Some("https://wiki.example/report")).await;
        assert!(text.starts_with("Contact: https://wiki.example/report\n") && !text.contains("Canonical"), "{text}");
    }

    #[actix_web::test]
    async fn without_a_contact_there_is_no_file_for_browsers_either() {
        let (status, text) = file("https://wiki.example", None).await;
        assert_eq!(status, 404, "{text}");
    }
}
