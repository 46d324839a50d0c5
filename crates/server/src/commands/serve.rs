//! `facility serve`

use crate::compose::{self, Foundation};
use crate::config::Config;
use audit::Verification;
use std::error::Error;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use users::Secret;
use users::services::{FirstStart, GivenSecrets};
use web::{App, ServerConfig};

/// How many of the newest audit entries are checked at the start.
const CHECKED_AT_START: i64 = 10_000;
/// How long the server may take to stop in all.
const STOP_WITHIN: Duration = Duration::from_secs(9);

/// Brings the database up to date and serves until told to stop.
pub async fn run(config: Config) -> Result<(), Box<dyn Error>> {
    run_with(config, async |config, base, _app| initialize(config, base).await).await
}

/// The same with another way to set an empty database up, `prepare`, which is done before anybody is served.
pub async fn run_with(
    config: Config,
    prepare: impl AsyncFnOnce(&Config, &Foundation, &App) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    // Bound first: an address that is taken is told before anything is made.
    let listener = bind("listen", config.listen)?;
    let metrics_listener =
        config.metrics_listen.map(|address| bind("metrics_listen", address)).transpose()?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let base = tokio::task::block_in_place(|| Foundation::open(&config))?;
    let (app, outstanding) = compose::app(&config, &base)?;
    prepare(&config, &base, &app).await?;
    check_audit_log(&base).await;

    let limits = ServerConfig { max_connections: config.max_connections, ..ServerConfig::default() };
    let metrics = app.metrics.clone().zip(metrics_listener);
    let metrics = metrics.map(|(metrics, listener)| web::serve_metrics(metrics, listener)).transpose()?;
    let metrics = metrics.map(|running| {
        tokio::spawn(running.server);
        running.handle
    });
    let live = app.live.clone();
    base.tell(&config, live.clone()).await?;
    let running = web::serve(app, limits, listener)?;
    // In a task of its own: it has to go on while it is told to stop.
    let mut server = tokio::spawn(running.server);
    tracing::info!(listen = %config.listen, public_url = config.origin.as_str(), "serving");
    println!("Facility Terminal is at {}", config.origin.as_str());
    tokio::select! {
        ended = &mut server => ended??,
        () = outstanding.sweep() => {}
        () = outstanding.anchor() => {}
        _ = terminate.recv() => tracing::info!("told to stop"),
        _ = interrupt.recv() => tracing::info!("interrupted"),
    }
    let stopping = async {
        if let Some(metrics) = metrics {
            metrics.stop(false).await;
        }
        live.close();
        running.handle.stop(true).await;
        outstanding.write().await;
    };
    if tokio::time::timeout(STOP_WITHIN, stopping).await.is_err() {
        tracing::warn!("stopped with requests unfinished");
    }
    tracing::info!("stopped");
    Ok(())
}

/// Takes the address that this setting names.
fn bind(setting: &str, address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address)
        .map_err(|error| format!("{setting}: the address {address} cannot be used: {error}"))
}

/// Sets an empty database up, and shows once what it made.
async fn initialize(config: &Config, base: &Foundation) -> Result<(), Box<dyn Error>> {
    let given = GivenSecrets {
        admin_password: config.admin_password.clone(),
        emergency_key: config.emergency_key.clone(),
        master_key: config.master_key.clone(),
    };
    if let Some(made) = base.operator().initialize(&base.context(), given).await? {
        print!("{}", first_start(&made));
    }
    Ok(())
}

/// What the first start made, for the operator's eyes. What was given by configuration is not shown.
fn first_start(made: &FirstStart) -> String {
    let shown = [
        ("password", &made.admin_password),
        ("emergency key", &made.emergency_key),
        ("master key", &made.master_key),
    ];
    let line = |name: &str, secret: &Option<Secret>| {
        let value = secret.as_ref().map_or("(as configured)", Secret::expose);
        format!("  {name:<14} {value}\n")
    };
    let mut text = format!(
        "\nThe facility is set up. These are shown once and kept nowhere in the clear:\n\n  {:<14} {}\n  {:<14} {}\n",
        "administrator", made.username, "access key", "developer"
    );
    text.extend(shown.map(|(name, secret)| line(name, secret)));
    text.push('\n');
    text
}

/// A log that was tampered with is told loudly, and does not keep the facility closed: whoever could alter the log
/// could otherwise shut everybody out.
async fn check_audit_log(base: &Foundation) {
    match base.trail().verify_tail(CHECKED_AT_START).await {
        Ok(Verification { ok: true, entries, .. }) => {
            tracing::info!(entries, "the newest audit entries are whole, and so are the anchors");
        }
        Ok(Verification { first_broken, .. }) => {
            let number = first_broken.map(|broken| broken.number);
            tracing::error!(number, "the audit log was altered: run `facility audit verify`");
        }
        Err(error) => tracing::error!(%error, "the audit log could not be checked"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_configured_is_not_shown() {
        let made = FirstStart {
            username: "administrator".to_owned(),
            admin_password: None,
            emergency_key: Some(Secret::new("made-here")),
            master_key: None,
        };
        let text = first_start(&made);
        assert!(text.contains("administrator  administrator") && text.contains("emergency key  made-here"));
        assert_eq!(text.matches("(as configured)").count(), 2);
    }
}
