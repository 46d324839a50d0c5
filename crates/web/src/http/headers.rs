//! The headers of every response, including errors and assets.

use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue, HeaderMap,
    HeaderName, HeaderValue, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};

/// Content security policy of files from the object store: they cannot load or run anything.
pub const FILE_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; sandbox");

const FIXED: [(HeaderName, &str); 5] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), \
         geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), \
         picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), \
         xr-spatial-tracking=()",
    ),
];

/// Returns the policy of a page whose inline styles carry `nonce`. Without one, no inline styles are allowed.
pub fn page_policy(nonce: Option<&str>) -> String {
    let styles = nonce.map(|nonce| format!(" 'nonce-{nonce}'")).unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'{styles}; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
         object-src 'none'; require-trusted-types-for 'script'; trusted-types webpack"
    )
}

/// Returns the header that makes browsers save a file under this name. Old clients get an ASCII approximation of it.
pub fn attachment(name: &str) -> ContentDisposition {
    named(DispositionType::Attachment, name)
}

/// Returns the header that lets browsers display a file, and save it under this name.
pub fn inline(name: &str) -> ContentDisposition {
    named(DispositionType::Inline, name)
}

fn named(disposition: DispositionType, name: &str) -> ContentDisposition {
    let plain: String = name.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '_' }).collect();
    let extended = ExtendedValue { charset: Charset::Ext("UTF-8".to_owned()), language_tag: None, value: name.into() };
    ContentDisposition {
        disposition,
        parameters: vec![DispositionParam::Filename(plain), DispositionParam::FilenameExt(extended)],
    }
}

/// Sets the headers of a response. An existing content security policy is kept.
pub fn secure(headers: &mut HeaderMap, https: bool) {
    for (name, value) in FIXED {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if https {
        let year = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        headers.insert(STRICT_TRANSPORT_SECURITY, year);
    }
    if !headers.contains_key(CONTENT_SECURITY_POLICY)
        && let Ok(policy) = HeaderValue::from_str(&page_policy(None))
    {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_keeps_its_own_policy() {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_SECURITY_POLICY, FILE_POLICY);
        secure(&mut headers, false);
        assert_eq!(headers.get(CONTENT_SECURITY_POLICY), Some(&FILE_POLICY));
        assert!(!headers.contains_key(STRICT_TRANSPORT_SECURITY));
        let mut headers = HeaderMap::new();
        secure(&mut headers, true);
        assert!(headers.contains_key(STRICT_TRANSPORT_SECURITY));
        assert!(headers.get(CONTENT_SECURITY_POLICY).unwrap().to_str().unwrap().starts_with("default-src 'none';"));
    }

    #[test]
    fn a_nonce_allows_inline_styles_only() {
        let policy = page_policy(Some("abc"));
        assert!(policy.contains("style-src 'self' 'nonce-abc';") && policy.contains("script-src 'self';"));
    }
}
