//! Idempotent requests: the `Idempotency-Key` header.
//!
//! A handler takes `Guarded<_, Idempotent<T>>` and passes two functions to [`Idempotent::answer`]: one that does the
//! work, and one that loads the created item for a repeated request. The transaction of the change also stores the key
//! and the item's id ([`IdempotentRequest`]), so nothing here has to survive a crash. The process only tracks the keys
//! in progress, so that the second of two requests waits for the first.

use crate::http::error::ApiError;
use crate::http::input::{Input, parse_json, read_body};
use crate::http::refused::Refused;
use actix_web::dev::Payload;
use actix_web::http::header::HeaderName;
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;
use facility_kernel::idempotency::{IdempotencyKey, IdempotencyScope, IdempotentRequest, StoredReplies};
use facility_kernel::{DomainError, Timestamp, UserId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::OwnedMutexGuard;
use tokio::time::{Instant, sleep, timeout_at};

/// The header that carries the key.
const KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The header of a replayed response.
const REPLAY: HeaderName = HeaderName::from_static("idempotent-replay");
/// Time limit of the wait for another request with the same key.
const WAIT: Duration = Duration::from_secs(5);
/// Interval between checks whether another node has finished.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

type KeyLock = Arc<tokio::sync::Mutex<()>>;

/// The stored replies, and the keys that this process is working on.
#[derive(Clone)]
pub struct Replies {
    stored: Arc<dyn StoredReplies>,
    in_progress: Arc<Mutex<HashMap<IdempotencyScope, KeyLock>>>,
}

/// A key in progress, with its lock. Dropping it lets the next request with the key continue.
struct KeyInProgress {
    replies: Replies,
    scope: IdempotencyScope,
    lock: Option<OwnedMutexGuard<()>>,
}

impl Replies {
    /// Creates the service for these stored replies.
    pub fn new(stored: Arc<dyn StoredReplies>) -> Self {
        Self { stored, in_progress: Arc::default() }
    }

    /// Waits until no other request of this process works on the key. Errors: `in_progress` after `deadline`.
    async fn begin(&self, scope: &IdempotencyScope, deadline: Instant) -> Result<KeyInProgress, ApiError> {
        let lock = {
            let mut in_progress = self.in_progress.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(in_progress.entry(scope.clone()).or_default())
        };
        let mut mine = KeyInProgress { replies: self.clone(), scope: scope.clone(), lock: None };
        let taken = timeout_at(deadline, lock.lock_owned()).await.map_err(|_elapsed| Refused::InProgress)?;
        mine.lock = Some(taken);
        Ok(mine)
    }
}

impl Drop for KeyInProgress {
    fn drop(&mut self) {
        self.lock = None;
        let mut in_progress = self.replies.in_progress.lock().unwrap_or_else(PoisonError::into_inner);
        // If the map has the only other reference, no request is waiting.
        if in_progress.get(&self.scope).is_some_and(|lock| Arc::strong_count(lock) == 1) {
            in_progress.remove(&self.scope);
        }
    }
}

/// A JSON body with an optional key. The body is parsed only once the request is known not to be a repetition.
#[derive(Debug)]
pub struct Idempotent<T> {
    key: Option<IdempotencyKey>,
    method: String,
    path: String,
    body: Bytes,
    parsed: PhantomData<T>,
}

impl<T> Input for Idempotent<T> {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, ApiError> {
        let key = request.headers().get(KEY).map(|value| IdempotencyKey::parse(value.to_str().unwrap_or_default()));
        let key = key.transpose().map_err(|error| ApiError::from_parse(&error))?;
        let body = read_body(request, payload).await?;
        let (method, path) = (request.method().to_string(), request.path().to_owned());
        Ok(Self { key, method, path, body, parsed: PhantomData })
    }
}

impl<T: DeserializeOwned> Idempotent<T> {
    /// Carries out the request, or returns the item that an earlier request with the same key created, as the caller
    /// may read it now.
    ///
    /// `make` does the work and MUST store the [`IdempotentRequest`] that it receives in the transaction of its change.
    /// `recall` loads an item by its stored id. Errors: `idempotency_mismatch`, which takes precedence over errors in
    /// the body; `in_progress`; those of `make` and `recall`.
    pub async fn answer<D: Serialize, E: DomainError>(
        self,
        replies: &Replies,
        user: UserId,
        now: Timestamp,
        recall: impl AsyncFn(String) -> Result<D, ApiError>,
        make: impl AsyncFn(T, Option<IdempotentRequest>) -> Result<Result<D, E>, ApiError>,
    ) -> Result<HttpResponse, ApiError> {
        let Some(key) = self.key else {
            return Ok(HttpResponse::Created().json(make(parse_json(&self.body)?, None).await??));
        };
        let scope = IdempotencyScope { user, method: self.method, path: self.path, key };
        let fingerprint = hex::encode(Sha256::digest(&self.body));
        let deadline = Instant::now() + WAIT;
        let _in_progress = replies.begin(&scope, deadline).await?;
        loop {
            if let Some(stored) = replies.stored.find(&scope, now).await.map_err(ApiError::from_store)? {
                if stored.fingerprint != fingerprint {
                    return Err(Refused::Mismatch.into());
                }
                let created = recall(stored.item).await?;
                return Ok(HttpResponse::Created().insert_header((REPLAY, "true")).json(created));
            }
            let remember = IdempotentRequest { scope: scope.clone(), fingerprint: fingerprint.clone(), now };
            match make(parse_json(&self.body)?, Some(remember)).await? {
                Ok(created) => return Ok(HttpResponse::Created().json(created)),
                // Another node is processing the key or has just finished.
                Err(error) if error.facts().repeat.is_some() => {
                    if Instant::now() >= deadline {
                        return Err(Refused::InProgress.into());
                    }
                    sleep(POLL_INTERVAL).await;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Parses the stored id of a created item. Errors: `internal` if it is not a valid id.
pub fn parse_item_id<I: FromStr>(item: &str) -> Result<I, ApiError> {
    item.parse().map_err(|_invalid| ApiError::internal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::body::to_bytes;
    use actix_web::http::header::CONTENT_TYPE;
    use actix_web::test::TestRequest;
    use async_trait::async_trait;
    use facility_kernel::StoreError;
    use facility_kernel::idempotency::StoredReply;
    use facility_kernel::testing::{TEST_NOW, numbered};
    use facility_submissions::error::SubmissionError;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[derive(serde::Deserialize)]
    struct SampleBody {
        text: String,
    }

    /// Stores replies in memory like a database.
    #[derive(Default)]
    struct Memory(Mutex<HashMap<IdempotencyScope, StoredReply>>);

    #[async_trait]
    impl StoredReplies for Memory {
        async fn find(&self, scope: &IdempotencyScope, _now: Timestamp) -> Result<Option<StoredReply>, StoreError> {
            Ok(self.0.lock().unwrap().get(scope).cloned())
        }
    }

    struct Fixture {
        memory: Arc<Memory>,
        replies: Replies,
        created: AtomicUsize,
        takes: Duration,
    }

    fn fixture(takes: Duration) -> Fixture {
        let memory = Arc::new(Memory::default());
        Fixture { replies: Replies::new(memory.clone()), memory, created: AtomicUsize::new(0), takes }
    }

    impl Fixture {
        async fn call(&self, key: Option<&str>, body: &'static str) -> Result<HttpResponse, ApiError> {
            let mut request = TestRequest::post().uri("/api/things?x=1");
            request = request.insert_header((CONTENT_TYPE, "application/json"));
            if let Some(key) = key {
                request = request.insert_header((KEY, key));
            }
            let (request, mut payload) = request.set_payload(body).to_http_parts();
            let input = Idempotent::<SampleBody>::read(&request, &mut payload).await?;
            let user = UserId::Account(numbered(1));
            let recall = async |item: String| {
                if item.starts_with("gone") { Err(SubmissionError::NotFound.into()) } else { Ok(item) }
            };
            let make = async |sample: SampleBody, remember: Option<IdempotentRequest>| {
                sleep(self.takes).await;
                let number = self.created.fetch_add(1, Ordering::SeqCst);
                if sample.text == "refused" {
                    return Ok(Err(SubmissionError::NotFound));
                }
                let created = format!("{} {number}", sample.text);
                if let Some(remember) = remember {
                    let reply = StoredReply { fingerprint: remember.fingerprint, item: created.clone() };
                    self.memory.0.lock().unwrap().insert(remember.scope, reply);
                }
                Ok(Ok(created))
            };
            input.answer(&self.replies, user, TEST_NOW, recall, make).await
        }
    }

    async fn response_parts(answer: HttpResponse) -> (u16, bool, String) {
        let (status, replayed) = (answer.status().as_u16(), answer.headers().contains_key(REPLAY));
        let body = to_bytes(answer.into_body()).await.unwrap();
        (status, replayed, String::from_utf8(body.to_vec()).unwrap())
    }

    #[actix_web::test]
    async fn repeated_request_takes_effect_once_and_gets_the_same_reply() {
        let fixture = fixture(Duration::ZERO);
        let body = r#"{"text":"a"}"#;
        assert_eq!(
            response_parts(fixture.call(Some("k"), body).await.unwrap()).await,
            (201, false, "\"a 0\"".to_owned())
        );
        assert_eq!(
            response_parts(fixture.call(Some("k"), body).await.unwrap()).await,
            (201, true, "\"a 0\"".to_owned())
        );
        assert_eq!(response_parts(fixture.call(Some("l"), body).await.unwrap()).await.2, "\"a 1\"");
        assert_eq!(response_parts(fixture.call(None, body).await.unwrap()).await.2, "\"a 2\"");
        assert_eq!(fixture.created.load(Ordering::SeqCst), 3);
        assert!(fixture.replies.in_progress.lock().unwrap().is_empty(), "no key stays in memory");
    }

    #[actix_web::test]
    async fn the_same_key_with_another_body_is_a_mismatch_even_if_the_body_is_invalid() {
        let fixture = fixture(Duration::ZERO);
        assert!(fixture.call(Some("k"), r#"{"text":"a"}"#).await.is_ok());
        for other in [r#"{"text":"b"}"#, r#"{ "text":"a"}"#, "{", r#"{"text":1}"#] {
            let error = fixture.call(Some("k"), other).await.unwrap_err();
            let status = actix_web::ResponseError::status_code(&error);
            assert_eq!((status.as_u16(), error.code()), (422, "idempotency_mismatch"), "{other}");
        }
        assert_eq!(fixture.call(Some("l"), "{").await.unwrap_err().code(), "invalid_json");
    }

    #[actix_web::test]
    async fn repeated_request_returns_the_current_state_of_the_item() {
        let fixture = fixture(Duration::ZERO);
        let body = r#"{"text":"gone"}"#;
        assert_eq!(response_parts(fixture.call(Some("k"), body).await.unwrap()).await.0, 201);
        assert_eq!(fixture.call(Some("k"), body).await.unwrap_err().code(), "not_found");
        assert_eq!(fixture.created.load(Ordering::SeqCst), 1);
    }

    #[actix_web::test]
    async fn a_failed_request_is_not_stored() {
        let fixture = fixture(Duration::ZERO);
        let body = r#"{"text":"refused"}"#;
        assert_eq!(fixture.call(Some("k"), body).await.unwrap_err().code(), "not_found");
        assert_eq!(fixture.call(Some("k"), body).await.unwrap_err().code(), "not_found");
        assert_eq!(fixture.created.load(Ordering::SeqCst), 2);
        assert!(fixture.call(Some("k"), r#"{"text":"a"}"#).await.is_ok());
    }

    #[actix_web::test]
    async fn second_request_waits_for_the_first_and_gets_its_reply() {
        let fixture = fixture(Duration::from_millis(200));
        let body = r#"{"text":"a"}"#;
        let (first, second) = tokio::join!(fixture.call(Some("k"), body), fixture.call(Some("k"), body));
        let (first, second) = (response_parts(first.unwrap()).await, response_parts(second.unwrap()).await);
        assert_eq!((first.2, first.1 || second.1), (second.2, true));
        assert_eq!(fixture.created.load(Ordering::SeqCst), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn second_request_waits_five_seconds_and_then_fails_as_in_progress() {
        let fixture = fixture(Duration::from_mins(1));
        let body = r#"{"text":"a"}"#;
        let started = Instant::now();
        let first = fixture.call(Some("k"), body);
        tokio::select! {
            biased;
            _ = first => panic!("the request takes a minute"),
            second = fixture.call(Some("k"), body) => {
                let error = second.unwrap_err();
                let answer = actix_web::ResponseError::error_response(&error);
                assert_eq!((answer.status().as_u16(), error.code()), (409, "in_progress"));
                assert!(answer.headers().contains_key("retry-after"));
            }
        }
        let waited = started.elapsed();
        // The clock of the test moves only when everything waits; its timers are exact to a millisecond.
        assert!(waited >= WAIT && waited < WAIT + POLL_INTERVAL, "{waited:?}");
        assert!(fixture.replies.in_progress.lock().unwrap().is_empty(), "no key stays in memory");
    }

    #[actix_web::test]
    async fn a_key_has_1_to_64_visible_ascii_characters() {
        let fixture = fixture(Duration::ZERO);
        let long = "x".repeat(65);
        for key in ["", "a b", long.as_str()] {
            let error = fixture.call(Some(key), r#"{"text":"a"}"#).await.unwrap_err();
            assert_eq!(error.code(), "validation_failed", "{key:?}");
        }
    }
}
