//! What the figures are held against: a handler that answers a constant, and one that reads a row by its key and does
//! nothing else.

use crate::Failure;
use actix_web::{App, HttpResponse, HttpServer, web};
use diesel::prelude::*;
use infra::db::{Database, Target};

diesel::table! {
    documents (position) {
        position -> BigInt,
        id -> Text,
        content -> Text,
    }
}

/// Serves both on this port until the process is ended.
pub async fn serve(url: &str, port: &str) -> Result<(), Failure> {
    let target = Target::parse(url)?;
    let db =
        tokio::task::block_in_place(|| Database::open(&target, infra::testing::test_keys().audit_chain()))?;
    let db = web::Data::new(db);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(db.clone())
            .route("/constant", web::get().to(constant))
            .route("/row/{id}", web::get().to(row))
    });
    server.workers(1).bind(("127.0.0.1", port.parse::<u16>()?))?.run().await?;
    Ok(())
}

async fn constant() -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body("x".repeat(2500))
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
