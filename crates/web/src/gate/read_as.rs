//! `?as=level:N`: administrators read what a user of another level would.
//!
//! The guard replaces the caller before the handler runs, so handlers need no code for it. Operations that do not
//! declare [`Reader`](crate::gate::guard::Reader) refuse the parameter: otherwise an administrator would take the
//! response to their own rights for the requested one.

use crate::gate::caller::Caller;
use crate::http::error::ApiError;
use crate::http::refused::Refused;
use actix_web::HttpRequest;
use facility_kernel::Clearance;
use std::sync::Arc;

/// Name of the parameter.
const NAME: &str = "as";

/// Documents the parameter of operations for a [`Reader`](crate::gate::guard::Reader). The guard reads it.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its description is used")]
pub struct AsQuery {
    /// For administrators: `level:N` returns what a reader of level N who owns nothing would see. N is at most the
    /// caller's own level. The access log does not record such reads.
    #[param(rename = "as", pattern = "^level:[1-5]$", example = "level:2")]
    read_as: Option<String>,
}

/// Returns the caller, or the stand-in that the request's `as` parameter names.
///
/// Errors: `admin_only` if the caller is not an administrator; 400 if the parameter is malformed, repeated, or names a
/// level above the caller's own.
pub fn apply(request: &HttpRequest, caller: Arc<Caller>) -> Result<Arc<Caller>, ApiError> {
    let requested_levels = requested_levels(request.query_string());
    let Some((first, others)) = requested_levels.split_first() else { return Ok(caller) };
    if !caller.actor.is_admin {
        return Err(Refused::ReadsAs.into());
    }
    let level = if others.is_empty() { level(first) } else { None };
    let level = level.ok_or_else(|| invalid("Read as level:1 to level:5"))?;
    if !caller.actor.is_cleared_for(level) {
        return Err(invalid("You cannot read as a level above your own"));
    }
    let actor = facility_documents::stand_in::stand_in(&caller.actor, level);
    let (user, site, session) = (caller.user.clone(), caller.site, caller.session.clone());
    Ok(Arc::new(Caller { actor, user, site, session }))
}

/// Refuses the parameter for operations that do not support it. Errors: 400 if the request has it.
pub fn refuse(request: &HttpRequest) -> Result<(), ApiError> {
    if requested_levels(request.query_string()).is_empty() {
        Ok(())
    } else {
        Err(invalid("This operation cannot be read as another level"))
    }
}

/// Returns the query without the parameter: the query that a reader of that level would have sent.
pub fn without(query: &str) -> String {
    let kept: Vec<&str> = query.split('&').filter(|pair| values(pair).is_empty()).collect();
    kept.join("&")
}

fn level(text: &str) -> Option<Clearance> {
    // One digit, so that each level has one spelling.
    let digit = text.strip_prefix("level:").filter(|digit| digit.len() == 1)?;
    Clearance::parse(digit.parse().ok()?).ok()
}

fn requested_levels(query: &str) -> Vec<String> {
    // Most requests have no query: do not parse those.
    if query.is_empty() { Vec::new() } else { values(query) }
}

/// Returns the values of the parameter in a query, none if the query cannot be decoded.
fn values(query: &str) -> Vec<String> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).unwrap_or_default();
    pairs.into_iter().filter(|(name, _)| name == NAME).map(|(_, value)| value).collect()
}

fn invalid(message: &str) -> ApiError {
    ApiError::invalid(NAME, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_one_spelling() {
        assert_eq!(level("level:1"), Clearance::parse(1).ok());
        assert_eq!(level("level:5"), Clearance::parse(5).ok());
        for bad in ["", "2", "level:", "level:0", "level:6", "level:02", "level:+2", "level: 2", "LEVEL:2", "level:2 "]
        {
            assert_eq!(level(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_parameter_is_found_in_any_encoding() {
        assert_eq!(requested_levels("q=a&as=level%3A2"), ["level:2"]);
        assert_eq!(requested_levels("%61s=level:2"), ["level:2"]);
        assert_eq!(requested_levels("as=level:1&as=level:2"), ["level:1", "level:2"]);
        assert_eq!(requested_levels("as"), [""]);
        for none in ["", "q=as", "has=level:2", "As=level:2"] {
            assert_eq!(requested_levels(none), Vec::<String>::new(), "{none}");
        }
    }

    #[test]
    fn removing_the_parameter_leaves_the_rest_of_the_query_unchanged() {
        assert_eq!(without("q=a%20b&as=level:2&limit=5"), "q=a%20b&limit=5");
        assert_eq!(without("as=level:2"), "");
        assert_eq!(without("limit=5"), "limit=5");
        assert_eq!(without(""), "");
    }
}
