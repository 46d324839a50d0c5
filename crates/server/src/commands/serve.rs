//! `facility serve`

use crate::compose;
use crate::config::Config;
use crate::data;
use crate::foundation::Foundation;
use facility_audit::trail::{AuditTrail, Verification};
use facility_infra::running;
use facility_kernel::{FieldError, Secret};
use facility_users::error::UserError;
use facility_users::services::operator::{ConfiguredSecrets, FirstStart};
use facility_web::server::ServerConfig;
use facility_web::state::App;
use std::error::Error;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

/// Number of the newest audit entries that the server verifies when it starts.
const CHECKED_AT_START: i64 = 10_000;
/// How far the clocks of nodes may differ.
const SKEW: Duration = Duration::from_secs(10);
/// Time limit for a graceful stop.
const STOP_WITHIN: Duration = Duration::from_secs(9);

/// Migrates the database and serves until a signal arrives.
pub async fn run(config: Config) -> Result<(), Box<dyn Error>> {
    run_with(config, Hangup::Ignored, async |config, base, _app| initialize(config, base).await).await
}

/// What happens when the terminal is closed that the server was started from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Hangup {
    /// The server goes on.
    Ignored,
    /// The server stops.
    Stops,
}

/// As [`run`], with `prepare` to initialize an empty database before the server accepts requests.
pub async fn run_with(
    config: Config,
    on_hangup: Hangup,
    prepare: impl AsyncFnOnce(&Config, &Foundation, &App) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    // Bind first, so that an address in use is reported before anything is created.
    let listener = bind("listen", config.listen)?;
    let metrics_listener = config.metrics_listen.map(|address| bind("metrics_listen", address)).transpose()?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hangup = signal(SignalKind::hangup())?;
    crate::starting::announce(&config, listener.local_addr()?);
    data::prepare(&config)?;
    // Held until the process ends, so that no import changes the database in the meantime.
    let _running =
        tokio::task::block_in_place(|| running::serve(&data::target(&config)?).map_err(Box::<dyn Error>::from))?;
    let base = tokio::task::block_in_place(|| Foundation::of_new_or_existing(&config))?;
    data::retire_signing_key_file(&config);
    let (app, jobs, shutdown_tasks) = compose::app(&config, &base)?;
    prepare(&config, &base, &app).await?;
    let trail = base.trail(&config);
    check_audit_log(&trail).await;
    check_clock(&base, &trail).await;
    if base.site_control().is_locked().await? {
        tracing::warn!("the site is locked: only administrators can sign in (facility admin site --unlock)");
    }

    let limits = ServerConfig { max_connections: config.max_connections, ..ServerConfig::default() };
    let metrics = app.gate.metrics.clone().zip(metrics_listener);
    let metrics =
        metrics.map(|(metrics, listener)| facility_web::observe::port::serve_metrics(metrics, listener)).transpose()?;
    let metrics = metrics.map(|running| {
        tokio::spawn(running.server);
        running.handle
    });
    let live = app.sockets.hub.clone();
    base.forward_events(&config, live.clone()).await?;
    let running = facility_web::server::serve(app, limits, listener)?;
    let mut jobs = jobs.start();
    // A separate task, because it must keep running during a graceful stop.
    let mut server = tokio::spawn(running.server);
    tracing::info!(version = env!("CARGO_PKG_VERSION"), listen = %config.listen, public_url = config.origin.as_str(), "serving");
    // An error is ignored, because the log contains the same message.
    drop(say!("Facility Terminal is running at {}", config.origin.as_str()));
    loop {
        tokio::select! {
            ended = &mut server => ended??,
            _ = terminate.recv() => tracing::info!("received SIGTERM, stopping"),
            _ = interrupt.recv() => tracing::info!("received SIGINT, stopping"),
            _ = hangup.recv() => {
                if on_hangup == Hangup::Ignored {
                    tracing::info!("received SIGHUP, which changes nothing: settings are read at the start");
                    continue;
                }
                tracing::info!("received SIGHUP, stopping");
            }
        }
        break;
    }
    let stopping = async {
        if let Some(metrics) = metrics {
            metrics.stop(false).await;
        }
        live.close();
        running.handle.stop(true).await;
        jobs.shutdown().await;
        shutdown_tasks.write().await;
    };
    if tokio::time::timeout(STOP_WITHIN, stopping).await.is_err() {
        tracing::warn!("stopped before all requests finished");
    }
    tracing::info!("stopped");
    Ok(())
}

/// Binds the address of this setting.
fn bind(setting: &str, address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address).map_err(|error| format!("{setting}: cannot bind {address}: {error}"))
}

/// Initializes an empty database and prints the new secrets once.
async fn initialize(config: &Config, base: &Foundation) -> Result<(), Box<dyn Error>> {
    let given = ConfiguredSecrets {
        admin_password: config.admin_password.clone(),
        emergency_key: config.emergency_key.clone(),
        master_key: config.master_key.clone(),
    };
    let made = base.operator().initialize(&base.context(), given).await.map_err(by_setting)?;
    if let Some(Err(error)) = made.map(|made| say!("{}", first_start(&made))) {
        tracing::error!(
            %error,
            "cannot print the new secrets: set them with `facility admin reset-password` and `rotate-key`"
        );
    }
    Ok(())
}

/// Names the setting whose secret was refused.
fn by_setting(error: UserError) -> Box<dyn Error> {
    let UserError::Invalid(fields) = &error else { return error.into() };
    let Some(FieldError { field, message, .. }) = fields.first() else { return error.into() };
    let setting = match *field {
        "password" => "admin_password",
        "emergencyKey" => "emergency_key",
        "masterKey" => "master_key",
        other => other,
    };
    format!("configuration: {setting}: {message}").into()
}

/// The message of the first start. Configured secrets are not shown.
fn first_start(made: &FirstStart) -> String {
    let shown =
        [("password", &made.admin_password), ("emergency key", &made.emergency_key), ("master key", &made.master_key)];
    let line = |name: &str, secret: &Option<Secret>| {
        let value = secret.as_ref().map_or("(as configured)", Secret::expose);
        format!("  {name:<14} {value}\n")
    };
    let mut text = format!(
        "\nThe facility is set up. These are shown once. Copy them now.\n\n  {:<14} {}\n  {:<14} {}\n",
        "administrator", made.username, "access key", "developer"
    );
    text.extend(shown.map(|(name, secret)| line(name, secret)));
    text
}

/// Verifies the newest entries. An altered log is reported as an error but does not stop the server: otherwise an
/// attacker who can alter the log could take the site down.
async fn check_audit_log(trail: &AuditTrail) {
    match trail.verify_tail(CHECKED_AT_START).await {
        Ok(Verification { ok: true, entries, .. }) => {
            tracing::info!(entries, "the newest audit entries and the anchors are intact");
        }
        Ok(Verification { first_broken, .. }) => {
            let number = first_broken.map(|broken| broken.number);
            tracing::error!(number, "the audit log was altered: run `facility audit verify`");
        }
        Err(error) => tracing::error!(%error, "cannot verify the audit log"),
    }
}

/// Warns if the newest audit entry is in the future: this clock is slow, or that of the node that wrote it was fast.
/// Errors are reported by [`check_audit_log`].
async fn check_clock(base: &Foundation, trail: &AuditTrail) {
    let now = base.clock.now();
    if let Ok(Some(newest)) = trail.newest_at().await
        && newest > now.plus(SKEW)
    {
        tracing::warn!(%newest, %now, "the newest audit entry is in the future: check the clocks of all nodes");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configured_secrets_are_not_shown() {
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
