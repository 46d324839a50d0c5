//! The baselines of the measurements: handlers that return a constant, read a row by its key, or hash a password.

use crate::failure::Failure;
use actix_web::{App, HttpResponse, HttpServer, web};
use diesel::prelude::*;
use facility_infra::db::Database;
use facility_infra::db::conn::Target;
use facility_infra::password::Argon2Hasher;
use facility_kernel::Secret;
use facility_users::ports::PasswordHasher as _;

diesel::table! {
    documents (position) {
        position -> BigInt,
        id -> Text,
        content -> Text,
    }
}

/// Serves the baselines on this port until the process is killed.
pub async fn serve(url: &str, port: &str) -> Result<(), Failure> {
    let target = Target::parse(url)?;
    let db =
        tokio::task::block_in_place(|| Database::open(&target, facility_infra::testing::test_keys().audit_chain()))?;
    let db = web::Data::new(db);
    let hasher = web::Data::new(Argon2Hasher::new(facility_infra::testing::test_keys().pepper())?);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(db.clone())
            .app_data(hasher.clone())
            .route("/constant", web::get().to(constant))
            .route("/row/{id}", web::get().to(row))
            .route("/hash", web::get().to(hash))
    });
    server.workers(1).bind(("127.0.0.1", port.parse::<u16>()?))?.run().await?;
    Ok(())
}

async fn constant() -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body("x".repeat(2500))
}

async fn hash(hasher: web::Data<Argon2Hasher>) -> HttpResponse {
    let hashed = hasher.hash(&Secret::new("a password of the baseline")).await;
    hashed.map_or_else(|_error| HttpResponse::ServiceUnavailable().finish(), |_hash| HttpResponse::Ok().finish())
}

async fn row(db: web::Data<Database>, id: web::Path<String>) -> HttpResponse {
    let id = id.into_inner();
    let found: Result<String, _> = db
        .read(move |conn| {
            let content = documents::table.filter(documents::id.eq(id)).select(documents::content);
            Ok(content.get_result(conn)?)
        })
        .await;
    found.map_or_else(
        |_error| HttpResponse::NotFound().finish(),
        |content| HttpResponse::Ok().content_type("text/plain").body(content),
    )
}
