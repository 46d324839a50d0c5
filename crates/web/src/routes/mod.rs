//! The operations: one file each, with its input type. Each handler parses, calls its service, and presents the
//! result.

mod admin_documents;
mod admin_site;
mod admin_users;
mod analytics;
mod archive;
mod audit_logs;
mod board;
mod codes;
mod comments;
mod documents;
mod drafts;
mod edit_draft;
mod edits;
mod exports;
mod notifications;
mod security;
mod submissions;
mod system;
mod templates;
mod trash;
mod uploads;
mod user;

use crate::live;
use actix_web::dev::HttpServiceFactory;
use actix_web::middleware::Compress;
use actix_web::web;
use utoipa::openapi::path::Paths;
use utoipa::openapi::{RefOr, Schema};
use utoipa_actix_web::OpenApiFactory;

/// Takes the operations from the one list below: a server, which routes requests to them, or the description of the API.
/// A server has as many routers as it has threads, and none of them describes anything.
trait Registry {
    /// Takes an operation.
    fn service(&mut self, operation: impl HttpServiceFactory + OpenApiFactory + 'static) -> &mut Self;
}

impl Registry for web::ServiceConfig {
    fn service(&mut self, operation: impl HttpServiceFactory + OpenApiFactory + 'static) -> &mut Self {
        Self::service(self, operation)
    }
}

/// What the operations say about themselves.
#[derive(Default)]
pub struct Described {
    /// Each path with its operations.
    pub paths: Paths,
    /// The types of requests and responses, by name.
    pub schemas: Vec<(String, RefOr<Schema>)>,
}

impl Registry for Described {
    fn service(&mut self, operation: impl HttpServiceFactory + OpenApiFactory + 'static) -> &mut Self {
        self.paths.merge(operation.paths());
        operation.schemas(&mut self.schemas);
        self
    }
}

/// Registers every operation.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(web::scope(API).wrap(Compress::default()).configure(api));
    objects(config);
    config.route("/auto-refresh-ws", web::get().to(live::socket::open));
}

/// Describes every operation.
pub fn describe() -> Described {
    let mut described = Described::default();
    api(&mut described);
    let paths = std::mem::take(&mut described.paths.paths);
    described.paths.paths = paths.into_iter().map(|(path, item)| (format!("{API}{path}"), item)).collect();
    objects(&mut described);
    described
}

const API: &str = "/api";

fn objects(registry: &mut impl Registry) {
    registry.service(uploads::download::download);
}

fn api(registry: &mut impl Registry) {
    // A request is compared with one path after the other: what each open page asks for comes first.
    registry
        .service(system::lock_status::lock_status)
        .service(system::health::health)
        .service(system::ready::ready)
        .service(user::current::current)
        .service(board::board)
        .service(documents::list::list)
        .service(documents::suggestions::suggestions)
        .service(documents::get::get)
        .service(user::register::register)
        .service(user::login::login)
        .service(user::verify::verify_totp)
        .service(user::verify::verify_code)
        .service(user::two_factor::enable)
        .service(user::two_factor::complete)
        .service(user::two_factor::disable)
        .service(user::emergency::emergency)
        .service(codes::sync)
        .service(codes::update)
        .service(codes::emergency_sync)
        .service(user::logout::logout)
        .service(user::settings::settings)
        .service(user::mail_settings::mail_settings)
        .service(user::mail_settings::update_mail_settings)
        .service(user::password::password)
        .service(user::password_reset::password_reset)
        .service(user::sessions::list)
        .service(user::sessions::end)
        .service(admin_users::list::list)
        .service(admin_users::approve::approve)
        .service(admin_users::make_admin::make_admin)
        .service(admin_users::remove_admin::remove_admin)
        .service(admin_users::update_clearance::update_clearance)
        .service(admin_users::unlock::unlock)
        .service(admin_users::reset_password::reset_password)
        .service(admin_users::reset_two_factor::reset_two_factor)
        .service(admin_users::delete::delete)
        .service(admin_site::settings::settings)
        .service(admin_site::update::update)
        .service(documents::backlinks::backlinks)
        .service(documents::delete::delete)
        .service(documents::export::export)
        .service(documents::compare::compare)
        .service(documents::versions::versions)
        .service(documents::views::views)
        .service(documents::revert::revert)
        .service(comments::list::list)
        .service(comments::create::create)
        .service(comments::delete::delete)
        .service(comments::edit::edit)
        .service(comments::readers::readers)
        .service(comments::watch::watch)
        .service(comments::watch::unwatch)
        .service(edits::create::create)
        .service(edits::own::own)
        .service(edits::authored::authored)
        .service(edits::read::read)
        .service(edits::withdraw::withdraw)
        .service(edits::resubmit::resubmit)
        .service(edits::list::list)
        .service(edits::case::case)
        .service(edits::review::review)
        .service(admin_documents::access_log::access_log)
        .service(admin_documents::list::list)
        .service(admin_documents::delete::delete)
        .service(admin_documents::classification::classification)
        .service(trash::list::list)
        .service(trash::restore::restore)
        .service(trash::purge::purge)
        .service(audit_logs::list::list)
        .service(audit_logs::actions::actions)
        .service(audit_logs::verify::verify)
        .service(audit_logs::export::export)
        .service(audit_logs::checkpoint::checkpoint)
        .service(security::suspicious_logins::suspicious_logins)
        .service(security::recent_logins::recent_logins)
        .service(security::active_sessions::active_sessions)
        .service(security::locked_names::locked_names)
        .service(security::terminate_session::terminate_session)
        .service(security::summary::summary)
        .service(security::alerts::alerts)
        .service(security::reminders::reminders)
        .service(security::clear_alerts::clear_alerts)
        .service(security::mail::mail)
        .service(security::mail::one_mail)
        .service(security::mail::retry_mail)
        .service(analytics::security::security)
        .service(analytics::system::system)
        .service(analytics::activity::activity)
        .service(analytics::series::series)
        .service(submissions::create::create)
        .service(submissions::own::own)
        .service(submissions::own_one::own_one)
        .service(submissions::timed_out::timed_out)
        .service(submissions::withdraw::withdraw)
        .service(submissions::resubmit::resubmit)
        .service(submissions::pending::pending)
        .service(submissions::case::case)
        .service(submissions::compare::compare)
        .service(submissions::review::review)
        .service(drafts::list::list)
        .service(drafts::create::create)
        .service(drafts::get::get)
        .service(drafts::save::save)
        .service(drafts::delete::delete)
        .service(drafts::submit::submit)
        .service(edit_draft::get::get)
        .service(edit_draft::save::save)
        .service(edit_draft::delete::delete)
        .service(notifications::list::list)
        .service(notifications::read::read)
        .service(templates::list::list)
        .service(templates::create::create)
        .service(templates::update::update)
        .service(archive::sections::sections)
        .service(archive::create_section::create_section)
        .service(archive::update_section::update_section)
        .service(archive::documents::documents)
        .service(archive::request::request)
        .service(archive::unarchive::unarchive)
        .service(archive::requests::requests)
        .service(archive::approve::approve)
        .service(archive::reject::reject)
        .service(exports::installation::installation)
        .service(exports::own::own)
        .service(uploads::create::create)
        .service(uploads::put::put)
        .service(uploads::claim::claim)
        .service(system::openapi::openapi)
        .service(system::docs::docs);
}
