//! Security monitoring and alerts.

pub mod active_sessions;
pub mod alerts;
pub mod clear_alerts;
pub mod locked_names;
pub mod mail;
pub mod recent_logins;
pub mod reminders;
pub mod summary;
pub mod suspicious_logins;
pub mod terminate_session;

use crate::dto::security::LoginAttemptDto;
use crate::gate::guard::{Admin, Guarded};
use crate::gate::limits::Limits;
use crate::http::error::ApiError;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use actix_web::{HttpRequest, HttpResponse, web};
use facility_users::services::monitoring::Monitoring;

/// Answers with the sign-in attempts of the last day.
async fn attempts(
    monitoring: web::Data<Monitoring>,
    limits: web::Data<Limits>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
    only_suspicious: bool,
) -> Result<HttpResponse, ApiError> {
    let (wanted, caller, now) = (call.input.0.parse()?, call.caller, call.context.now);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (monitoring, caller) = (monitoring.clone(), caller.clone());
        async move {
            let (page, total) = monitoring.attempts(&caller.actor, only_suspicious, now, wanted).await?;
            Ok::<_, ApiError>((page.map(LoginAttemptDto::from), Total::of(total)))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
