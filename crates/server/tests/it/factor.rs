//! Helpers to sign in with a second factor.

use crate::caller::{Answer, Caller};
use crate::harness::Site;
use reqwest::Method;
use reqwest::header::SET_COOKIE;
use serde_json::{Value, json};
use std::time::Duration;
use totp_rs::{Builder, Secret};

/// Returns the code that an app with this `otpauth` URL shows at the site's time, shifted by this many steps of 30
/// seconds.
pub fn code(site: &Site, address: &str, steps: i64) -> String {
    let seconds = site.now().as_micros() / 1_000_000 + steps * 30;
    let secret = secret_of(address);
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).build_noncompliant();
    totp.generate(u64::try_from(seconds).unwrap()).to_string()
}

/// Returns the secret in an `otpauth` URL.
pub fn secret_of(address: &str) -> &str {
    let (_, parameters) = address.split_once('?').unwrap();
    parameters.split('&').find_map(|parameter| parameter.strip_prefix("secret=")).unwrap()
}

/// Sets up the second factor of this caller and returns the response of `enable`.
pub async fn protect(caller: &Caller<'_>) -> Value {
    let set_up = caller.post("/api/user/2fa/enable", json!({})).await;
    assert_eq!(set_up.status, 200, "{}", set_up.body);
    let token = code(caller.site, &set_up.text("setupCode"), 0);
    let completed = caller.post("/api/user/2fa/complete", json!({ "token": token })).await;
    assert_eq!((completed.status, &completed.body["twoFactorEnabled"]), (200, &json!(true)), "{}", completed.body);
    // The other secrets were recorded when the response was received.
    caller.site.planted.add(secret_of(set_up.body["setupCode"].as_str().unwrap()));
    set_up.body
}

/// Returns the cookie that a response sets, in the form of a request header.
pub fn cookie(answer: &Answer, name: &str) -> Option<String> {
    let all = answer.headers.get_all(SET_COOKIE).iter().map(|value| value.to_str().unwrap());
    let found = all.filter_map(|text| text.split(';').next()).find(|text| text.starts_with(&format!("{name}=")));
    found.map(str::to_owned)
}

/// Sends JSON with these cookies.
pub async fn post(site: &Site, path: &str, cookies: &str, body: Value) -> Answer {
    let headers = [("content-type", "application/json"), ("cookie", cookies)];
    site.anonymous().send(Method::POST, path, &headers, Some(body.to_string().into_bytes())).await
}

/// Signs in with the password and returns the cookie of the pending sign-in.
pub async fn ticket(site: &Site, name: &str, password: &str) -> String {
    let asked = site.anonymous().post("/api/login", json!({ "username": name, "password": password })).await;
    assert_eq!((asked.status, &asked.body["requiresTwoFactor"]), (200, &json!(true)), "{}", asked.body);
    let (expires_at, later) = (asked.text("expiresAt"), site.now().plus(Duration::from_mins(5)).to_string());
    assert!(expires_at <= later && asked.body["triesLeft"].as_u64().is_some_and(|n| n <= 5), "{}", asked.body);
    assert!(asked.body["methods"].as_array().is_some_and(|methods| !methods.is_empty()), "{}", asked.body);
    assert!(cookie(&asked, "facility_session").is_none(), "no session before the code");
    let set = asked.header("set-cookie");
    for attribute in ["facility_pending=", "HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=300"] {
        assert!(set.contains(attribute), "{set}");
    }
    cookie(&asked, "facility_pending").unwrap()
}

pub async fn verify(site: &Site, ticket: &str, name: &str, token: &str, method: &str) -> Answer {
    post(site, "/api/verify-2fa", ticket, json!({ "username": name, "token": token, "method": method })).await
}
