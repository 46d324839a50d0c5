//! Refuses JSON bodies that contain control characters.

use crate::http::error::ApiError;
use facility_kernel::{TextPosition, control_character, refusal_of};
use serde_json::Value;

/// Refuses a body with NUL or another control character, except line ends and tabs, in one of its strings or member
/// names. A body that is not JSON passes, because the parser reports a better reason.
///
/// Errors: `validation_failed` with the field, and the line and column of the character.
pub fn check(body: &[u8]) -> Result<(), ApiError> {
    if !may_have_control_characters(body) {
        return Ok(());
    }
    let Ok(body) = serde_json::from_slice(body) else { return Ok(()) };
    let Some(BadCharacter { field, character, place }) = find(&body, "") else { return Ok(()) };
    Err(ApiError::invalid(&field, refusal_of(&field, character, place)).at(Some(place)))
}

/// In JSON, ASCII control characters other than DEL occur only as escapes. Those of Latin-1 begin with `C2` in UTF-8.
fn may_have_control_characters(body: &[u8]) -> bool {
    body.contains(&0x7F) || body.windows(2).any(|pair| matches!(pair, [b'\\', b'u' | b'b'] | [0xC2, 0x80..=0x9F]))
}

struct BadCharacter {
    field: String,
    character: char,
    place: TextPosition,
}

fn find(value: &Value, field: &str) -> Option<BadCharacter> {
    let found = |text: &str, field: &str| {
        let (character, place) = control_character(text)?;
        Some(BadCharacter { field: field.to_owned(), character, place })
    };
    match value {
        Value::String(text) => found(text, field),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(index, item)| find(item, &format!("{field}[{index}]")))
        }
        Value::Object(members) => members.iter().find_map(|(name, member)| {
            let plain: String = name.chars().filter(|c| !c.is_control()).take(60).collect();
            let path = if field.is_empty() { plain } else { format!("{field}.{plain}") };
            found(name, &path).or_else(|| find(member, &path))
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::ResponseError as _;
    use actix_web::body::to_bytes;

    async fn refusal(body: &str) -> Option<Value> {
        let error = check(body.as_bytes()).err()?;
        let bytes = to_bytes(error.error_response().into_body()).await.unwrap();
        let body: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(body["code"], "validation_failed");
        Some(body["fields"][0].clone())
    }

    #[actix_web::test]
    async fn control_character_is_named_by_field_line_and_column() {
        for (body, field, line, column) in [
            (r#"{"title": "a", "content": "one\r\ntw\u0007o"}"#, "content", 2, 3),
            (r#"{"adminKey": "\u0000"}"#, "adminKey", 1, 1),
            (r#"{"metadata": {"built": "a\b"}}"#, "metadata.built", 1, 2),
            (r#"{"codes": ["a", "b\u001b"]}"#, "codes[1]", 1, 2),
            ("{\"title\": \"a\u{7f}\"}", "title", 1, 2),
            ("{\"title\": \"\u{85}\"}", "title", 1, 1),
            (r#"{"ti\u0000tle": "a"}"#, "title", 1, 3),
        ] {
            let found = refusal(body).await.unwrap();
            assert_eq!((found["field"].as_str(), found["line"].as_u64()), (Some(field), Some(line)), "{body}");
            assert_eq!(found["column"], column, "{body}");
        }
    }

    #[actix_web::test]
    async fn other_bodies_pass() {
        for body in
            [r#"{"content": "a\tb\r\n\u000b\f\u2028\u00e9"}"#, "{\"title\": \"\u{a0}\u{e9}\"}", "", "{\"a\": \"\\u0000"]
        {
            assert_eq!(refusal(body).await, None, "{body}");
        }
    }
}
