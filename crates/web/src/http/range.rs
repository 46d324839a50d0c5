//! Range requests (RFC 9110, 13 and 14): one range, the whole file, or 304.

use crate::http::etag;
use actix_web::http::header::{self, EntityTag, IF_RANGE, IfRange};
use actix_web::{HttpMessage as _, HttpRequest};
use std::ops::Range;

/// The part of a file to send.
#[derive(Debug, PartialEq, Eq)]
pub enum RequestedRange {
    /// Nothing: the client already has the file.
    Nothing,
    /// The whole file.
    Whole,
    /// These bytes.
    Part(Range<u64>),
    /// A range that the file does not have.
    Impossible,
}

/// Returns the requested part of a file with this tag and size. A request for several ranges, or without a valid one,
/// gets the whole file.
pub fn requested_range(request: &HttpRequest, tag: &EntityTag, size: u64) -> RequestedRange {
    if etag::is_known(request, tag) {
        return RequestedRange::Nothing;
    }
    // Files have tags but no dates, so a date never matches.
    let is_current = match request.get_header::<IfRange>() {
        Some(IfRange::EntityTag(known)) => known.strong_eq(tag),
        Some(IfRange::Date(_)) => false,
        None => !request.headers().contains_key(IF_RANGE),
    };
    match request.get_header::<header::Range>() {
        Some(header::Range::Bytes(ranges)) if is_current => match ranges.as_slice() {
            [range] => range.to_satisfiable_range(size).map_or(RequestedRange::Impossible, |(first, last)| {
                RequestedRange::Part(first..last.saturating_add(1))
            }),
            _ => RequestedRange::Whole,
        },
        _ => RequestedRange::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::{IF_NONE_MATCH, RANGE};
    use actix_web::test::TestRequest;

    fn tag() -> EntityTag {
        EntityTag::new_strong("a".to_owned())
    }

    #[test]
    fn one_range_is_served() {
        let cases = [
            ("bytes=0-3", RequestedRange::Part(0..4)),
            ("bytes=4-", RequestedRange::Part(4..10)),
            ("bytes=-3", RequestedRange::Part(7..10)),
            ("bytes=-30", RequestedRange::Part(0..10)),
            ("bytes=8-99", RequestedRange::Part(8..10)),
            ("bytes=10-", RequestedRange::Impossible),
            ("bytes=-0", RequestedRange::Impossible),
            ("bytes=5-4", RequestedRange::Whole),
            ("bytes=0-1,3-4", RequestedRange::Whole),
            ("lines=0-1", RequestedRange::Whole),
            ("bytes=x", RequestedRange::Whole),
        ];
        for (range, expected) in cases {
            let request = TestRequest::default().insert_header((RANGE, range)).to_http_request();
            assert_eq!(requested_range(&request, &tag(), 10), expected, "{range}");
        }
    }

    #[test]
    fn a_range_of_a_changed_file_returns_the_whole_file() {
        let asked = |known: &str| {
            let request = TestRequest::default()
                .insert_header((RANGE, "bytes=0-3"))
                .insert_header((IF_RANGE, known))
                .to_http_request();
            requested_range(&request, &tag(), 10)
        };
        assert_eq!(asked("\"a\""), RequestedRange::Part(0..4));
        for other in ["\"b\"", "W/\"a\"", "a", "Sat, 29 Oct 1994 19:43:31 GMT"] {
            assert_eq!(asked(other), RequestedRange::Whole, "{other}");
        }
        let known = TestRequest::default().insert_header((IF_NONE_MATCH, "\"a\"")).to_http_request();
        assert_eq!(requested_range(&known, &tag(), 10), RequestedRange::Nothing);
    }
}
