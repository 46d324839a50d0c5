//! The operations, by area. A file has the operations of one resource with their request and response types. Each
//! handler parses the request, calls a service, and converts the result. Responses contain all their members; absent
//! values are null.

mod archive;
mod audit;
mod documents;
mod files;
mod oversight;
pub mod submissions;
mod system;
mod transfer;
mod users;

use crate::http::security_txt;
use crate::live;
use actix_web::dev::HttpServiceFactory;
use actix_web::middleware::Compress;
use actix_web::web;
use utoipa::openapi::path::Paths;
use utoipa::openapi::{RefOr, Schema};
use utoipa_actix_web::OpenApiFactory;

/// Receives the operations from the single list below: either a router of the server, or the API description. They are
/// separate because every worker thread has its own router, which needs no description.
trait Registry {
    /// Adds an operation.
    fn service(&mut self, operation: impl HttpServiceFactory + OpenApiFactory + 'static) -> &mut Self;
}

impl Registry for web::ServiceConfig {
    fn service(&mut self, operation: impl HttpServiceFactory + OpenApiFactory + 'static) -> &mut Self {
        Self::service(self, operation)
    }
}

/// The description of the operations.
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

/// Registers operations, listed by file.
macro_rules! operations {
    ($registry:ident: $($area:ident::$file:ident { $($operation:ident),+ })+) => {
        $($($registry.service($area::$file::$operation);)+)+
    };
}

/// Registers every operation.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(web::scope(API).wrap(Compress::default()).configure(api));
    objects(config);
    config.route("/auto-refresh-ws", web::get().to(live::socket::open));
    config.route(security_txt::PATH, web::get().to(security_txt::security_txt));
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
    registry.service(files::uploads::download);
}

fn api(registry: &mut impl Registry) {
    // A request is compared with the paths in this order, so the paths that every open page requests come first.
    operations! { registry:
        system::site { lock_status }
        system::status { health, ready, live }
        users::account { current }
        oversight::board { board }
        documents::list { list, suggestions }
        documents::reading { get, backlinks, delete, export, views }
        users::account { register, settings }
        users::sign_in { login, emergency, logout }
        users::second_factor { verify_totp, verify_code, enable, complete, disable }
        users::passwords { password, password_reset, reset_password }
        users::codes { sync, update, emergency_sync }
        users::mail_settings { mail_settings, update_mail_settings }
        users::sessions { list, end }
        users::administration {
            list, approve, make_admin, remove_admin, update_clearance, unlock, reset_two_factor, delete
        }
        system::site { site_settings, update }
        documents::versions { compare, list, revert }
        documents::comments { list, create, delete, edit, readers, watch, unwatch }
        submissions::edits { create, own, authored, read, withdraw, resubmit }
        submissions::edit_reviews { list, case, review }
        documents::administration { access_log, list, delete, classification }
        documents::trash { list, restore, purge }
        audit::log { list, actions }
        audit::proof { verify, export, sign_checkpoint }
        oversight::monitoring {
            suspicious_logins, recent_logins, active_sessions, locked_names, terminate_session, last_day
        }
        oversight::alerts { list, reminders, clear_alerts }
        oversight::mail { mail, one_mail, retry_mail }
        oversight::analytics { security, system, activity, series }
        submissions::own { create, own, own_one, timed_out, withdraw, resubmit }
        submissions::reviews { pending, case, compare, review }
        submissions::drafts { list, create, get, save, delete, submit }
        submissions::edit_drafts { get, save, delete }
        oversight::notifications { list, read }
        documents::templates { list, create, update }
        archive::sections { list, create_section, update_section }
        archive::documents { documents }
        archive::requests { request, unarchive, requests, approve, reject }
        transfer::exports { installation, own }
        files::uploads { create, put, claim }
        files::texts { text }
        system::docs { openapi, docs }
    }
}
