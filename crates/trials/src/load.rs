//! A single measurement: wrk on the second core, and the server's processor time.

use crate::failure::Failure;
use crate::server::Server;
use std::path::Path;
use std::process::{Child, Command, Stdio};

pub struct MeasuredRequest<'a> {
    /// Its name in the table.
    pub name: &'a str,
    /// A path, or the Lua statements that build `request`.
    pub path: String,
    /// The body of `request()` in Lua. Without it, the same path is requested repeatedly.
    pub lua: Option<String>,
    /// The condition for expected responses, in Lua: `status == 200`.
    pub wanted: &'a str,
    /// Number of connections.
    pub connections: u32,
    /// The level of the requesting reader.
    pub level: u8,
}

/// The results.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Name of the measurement.
    pub name: String,
    /// Responses per second.
    pub rate: f64,
    /// Median response time, in milliseconds.
    pub p50: f64,
    /// 99th percentile of the response time, in milliseconds.
    pub p99: f64,
    /// Processor time of the server per response, in milliseconds.
    pub cpu: f64,
    /// Processor time of PostgreSQL per response, in milliseconds. 0 with SQLite, which runs in the server.
    pub database: f64,
    /// Number of unexpected responses.
    pub wrong: f64,
}

/// Measures for this many seconds, after a warm-up of one second.
pub fn measure(server: &Server, shot: &MeasuredRequest<'_>, seconds: u64, folder: &Path) -> Result<Figures, Failure> {
    let script = folder.join("wrk.lua");
    std::fs::write(&script, lua(shot))?;
    wrk(server, shot, 1, &script)?;
    let before = (server.cpu_millis()?, server.database_millis()?);
    let told = wrk(server, shot, seconds, &script)?;
    let spent = (server.cpu_millis()? - before.0, server.database_millis()? - before.1);
    let number = |key: &str| -> Result<f64, Failure> {
        let line = told.lines().find_map(|line| line.strip_prefix(key));
        Ok(line.ok_or_else(|| format!("wrk printed no {key}: {told}"))?.trim().parse()?)
    };
    let answers = number("answers=")?;
    let figures = Figures {
        name: shot.name.to_owned(),
        rate: answers / (number("micros=")? / 1e6),
        p50: number("p50=")? / 1000.0,
        p99: number("p99=")? / 1000.0,
        cpu: spent.0 / answers.max(1.0),
        database: spent.1 / answers.max(1.0),
        wrong: number("wrong=")?,
    };
    println!(
        "{:<34} {:>9.0}/s  p50 {:>8.2} ms  p99 {:>8.2} ms  cpu {:>7.3} ms  database {:>7.3} ms",
        figures.name, figures.rate, figures.p50, figures.p99, figures.cpu, figures.database
    );
    Ok(figures)
}

fn lua(shot: &MeasuredRequest<'_>) -> String {
    let cookie = crate::fill::cookie(shot.level);
    let request = shot.lua.as_ref().map_or_else(String::new, |body| format!("function request()\n{body}\nend\n"));
    // The threads of wrk share no state, so each counts separately, and the counts are added at the end.
    format!(
        "wrk.headers['Cookie'] = '{cookie}'\n\
         local threads = {{}}\n\
         function setup(thread) threads[#threads + 1] = thread end\n\
         function init(arguments) wrong = 0; math.randomseed(42) end\n\
         {request}\
         function response(status, headers, body) if not ({}) then wrong = wrong + 1 end end\n\
         function done(summary, latency, requests)\n\
           local wrong = 0\n\
           for _, thread in ipairs(threads) do wrong = wrong + thread:get('wrong') end\n\
           local errors = summary.errors\n\
           wrong = wrong + errors.connect + errors.read + errors.write + errors.timeout\n\
           print('answers=' .. summary.requests)\n\
           print('micros=' .. summary.duration)\n\
           print('p50=' .. latency:percentile(50))\n\
           print('p99=' .. latency:percentile(99))\n\
           print('wrong=' .. wrong)\n\
         end\n",
        shot.wanted
    )
}

fn wrk(server: &Server, shot: &MeasuredRequest<'_>, seconds: u64, script: &Path) -> Result<String, Failure> {
    let output = command(server, shot, seconds, script)
        .output()
        .map_err(|error| format!("wrk: {error}; scripts/prerequisites.sh bench installs it"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn command(server: &Server, shot: &MeasuredRequest<'_>, seconds: u64, script: &Path) -> Command {
    let mut command = Command::new("taskset");
    command
        .args(["-c", "1", "wrk", "-t", "1", "-c", &shot.connections.to_string()])
        .args(["-d", &format!("{seconds}s"), "--timeout", "10s", "-s"])
        .arg(script)
        .arg(format!("{}{}", server.address(), shot.path));
    command
}

/// A load that runs in the background during a measurement.
pub struct BackgroundLoad(Child);

/// Starts a load that lasts as long as [`measure`].
pub fn start_background(
    server: &Server,
    shot: &MeasuredRequest<'_>,
    seconds: u64,
    folder: &Path,
) -> Result<BackgroundLoad, Failure> {
    let script = folder.join("start_background.lua");
    std::fs::write(&script, lua(shot))?;
    Ok(BackgroundLoad(command(server, shot, seconds + 1, &script).stdout(Stdio::null()).spawn()?))
}

impl BackgroundLoad {
    /// Waits for its end. Errors: it failed.
    pub fn ended(mut self) -> Result<(), Failure> {
        self.0.wait()?;
        Ok(())
    }
}
