//! Range requests (RFC 9110, 13 and 14): one range, the whole file, or not modified.

use crate::etag;
use actix_web::HttpRequest;
use actix_web::http::header::{IF_RANGE, RANGE};
use std::ops::Range;

/// The part of a file to send.
#[derive(Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing: the client already has the file.
    Nothing,
    /// The whole file.
    Whole,
    /// These bytes.
    Part(Range<u64>),
    /// A range that the file does not have.
    Impossible,
}

/// Returns what the request asks for, given the file's tag and size. A request for several ranges gets the whole
/// file.
pub fn wanted(request: &HttpRequest, tag: &str, size: u64) -> Wanted {
    if etag::is_known(request, tag) {
        return Wanted::Nothing;
    }
    let headers = request.headers();
    let stale = headers.get(IF_RANGE).is_some_and(|value| value.to_str().ok() != Some(tag));
    let range = headers.get(RANGE).and_then(|value| value.to_str().ok()?.strip_prefix("bytes="));
    match range.filter(|range| !stale && !range.contains(',')) {
        None => Wanted::Whole,
        Some(range) => part(range.trim(), size),
    }
}

fn part(range: &str, size: u64) -> Wanted {
    let Some((first, last)) = range.split_once('-') else { return Wanted::Whole };
    let bounds = match (first.parse::<u64>(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last => first..last.saturating_add(1).min(size),
        (Ok(first), Err(_)) if last.is_empty() => first..size,
        (Err(_), Ok(count)) if first.is_empty() => size.saturating_sub(count)..size,
        _ => return Wanted::Whole,
    };
    if bounds.start < bounds.end { Wanted::Part(bounds) } else { Wanted::Impossible }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::IF_NONE_MATCH;
    use actix_web::test::TestRequest;

    #[test]
    fn one_range_is_served() {
        let cases = [
            ("bytes=0-3", Wanted::Part(0..4)),
            ("bytes=4-", Wanted::Part(4..10)),
            ("bytes=-3", Wanted::Part(7..10)),
            ("bytes=-30", Wanted::Part(0..10)),
            ("bytes=8-99", Wanted::Part(8..10)),
            ("bytes=10-", Wanted::Impossible),
            ("bytes=-0", Wanted::Impossible),
            ("bytes=5-4", Wanted::Whole),
            ("bytes=0-1,3-4", Wanted::Whole),
            ("lines=0-1", Wanted::Whole),
            ("bytes=x", Wanted::Whole),
        ];
        for (range, expected) in cases {
            let request = TestRequest::default().insert_header((RANGE, range)).to_http_request();
            assert_eq!(wanted(&request, "\"a\"", 10), expected, "{range}");
        }
    }

    #[test]
    fn a_range_of_what_has_changed_is_the_whole() {
        let asked = |tag: &str| {
            let request = TestRequest::default()
                .insert_header((RANGE, "bytes=0-3"))
                .insert_header((IF_RANGE, tag))
                .to_http_request();
            wanted(&request, "\"a\"", 10)
        };
        assert_eq!((asked("\"a\""), asked("\"b\"")), (Wanted::Part(0..4), Wanted::Whole));
        let known = TestRequest::default().insert_header((IF_NONE_MATCH, "\"a\"")).to_http_request();
        assert_eq!(wanted(&known, "\"a\"", 10), Wanted::Nothing);
    }
}
