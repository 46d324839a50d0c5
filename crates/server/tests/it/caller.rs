//! An HTTP client of the server, and the responses it receives.

use crate::harness::Site;
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderMap, SET_COOKIE};
use serde_json::{Value, json};

#[path = "described.rs"]
pub mod described;

/// An HTTP client with or without a session.
#[derive(Clone)]
pub struct Caller<'a> {
    pub site: &'a Site,
    pub cookie: Option<String>,
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
    /// Null if the body is not JSON.
    pub body: Value,
}

impl Answer {
    pub fn text(&self, member: &str) -> String {
        self.body[member].as_str().unwrap_or_else(|| panic!("no {member} in {}", self.body)).to_owned()
    }

    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }

    /// Returns the status and the error code.
    pub fn refusal(&self) -> (u16, &str) {
        (self.status, self.code())
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Returns this member of each item of a list.
    pub fn each(&self, member: &str) -> Vec<String> {
        let items = self.body.as_array().unwrap_or_else(|| panic!("no list: {}", self.body));
        items.iter().map(|item| item[member].as_str().unwrap().to_owned()).collect()
    }
}

impl Caller<'_> {
    /// Returns a client with the same session for another server.
    pub fn at<'a>(&self, site: &'a Site) -> Caller<'a> {
        Caller { site, cookie: self.cookie.clone() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, &[], None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.json(Method::POST, path, body).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.json(Method::PUT, path, body).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.json(Method::PATCH, path, body).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, &[], None).await
    }

    pub async fn json(&self, method: Method, path: &str, body: Value) -> Answer {
        let json = [(CONTENT_TYPE.as_str(), "application/json")];
        self.send(method, path, &json, Some(body.to_string().into_bytes())).await
    }

    /// Sends any request. `path` may be a whole URL of this server.
    pub async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], body: Option<Vec<u8>>) -> Answer {
        self.try_send(method, path, headers, body).await.unwrap()
    }

    /// Sends a request to a server that may be down. Errors: there is no response.
    pub async fn try_send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Vec<u8>>,
    ) -> Result<Answer, reqwest::Error> {
        let url = if path.starts_with('/') { format!("{}{path}", self.site.url) } else { path.to_owned() };
        let mut request = self.site.client.request(method.clone(), url);
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.body(body);
        }
        let answer = request.send().await?;
        let path_sent = answer.url().path().to_owned();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let bytes = answer.bytes().await?.to_vec();
        self.site.planted.assert_absent_from_answer(path, &bytes);
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        self.site.planted.learn(&body);
        if let (400.., Some(code)) = (status, body["code"].as_str()) {
            described::record(&method, &path_sent, status, code);
        }
        Ok(Answer { status, headers, bytes, body })
    }

    /// Submits lore and returns its id.
    pub async fn submit(&self, title: &str, category: &str) -> String {
        let body = json!({ "title": title, "content": format!("What {title} says."), "category": category });
        let answer = self.post("/api/submissions", body).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.text("id")
    }

    /// Approves a submission at a level and returns the document's id.
    pub async fn publish(&self, submission: &str, level: u8) -> String {
        let body = json!({ "status": "approved", "clearanceLevel": level });
        let answer = self.patch(&format!("/api/admin/submissions/{submission}"), body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.text("documentId")
    }

    /// Uploads and claims a file and returns its path.
    pub async fn attach(&self, name: &str, bytes: &[u8]) -> String {
        let url = self.post("/api/objects/upload", json!({})).await.text("uploadURL");
        let put = self.send(Method::PUT, &format!("{url}?filename={name}"), &[], Some(bytes.to_vec())).await;
        assert_eq!(put.status, 200, "{}", put.body);
        let claimed = self.put("/api/submission-files", json!({ "fileURL": url })).await;
        assert_eq!(claimed.status, 200, "{}", claimed.body);
        claimed.text("objectPath")
    }
}

/// Returns the session cookie that a response sets, in the form of a request header.
pub fn cookie_of(answer: &Answer) -> String {
    let cookie = answer.headers.get(SET_COOKIE).expect("a session").to_str().unwrap();
    cookie.split(';').next().unwrap().to_owned()
}

/// Returns the names of the members of an object in alphabetical order.
pub fn members(object: &Value) -> String {
    let mut names: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    names.join(" ")
}
