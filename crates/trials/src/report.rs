//! The report: the results as a Markdown page, with the goals.

use crate::corpus::Corpus;
use crate::failure::Failure;
use crate::figures::{ArrivalFigures, DatabaseFigures, HASH, LIST, MonitoringFigures, READ, ROW};
use crate::load::Figures;
use crate::news::LiveUpdateFigures;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the path of the client's largest script.
pub fn largest_script(client: &Path) -> Result<String, Failure> {
    let scripts = files(client)?.into_iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "js"));
    let largest = scripts.max_by_key(|(_, size)| *size).ok_or("the client is not built")?;
    Ok(format!("/{}", largest.0.strip_prefix(client)?.display()))
}

/// Returns the current time in microseconds since the epoch.
pub fn now_micros() -> Result<i64, Failure> {
    Ok(tell("date", &["+%s"])?.parse::<i64>()? * 1_000_000)
}

fn files(folder: &Path) -> Result<Vec<(PathBuf, u64)>, Failure> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            found.extend(files(&entry.path())?);
        } else {
            found.push((entry.path(), entry.metadata()?.len()));
        }
    }
    Ok(found)
}

fn tell(program: &str, arguments: &[&str]) -> Result<String, Failure> {
    let output = Command::new(program).args(arguments).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The goal of a measurement.
enum Goal {
    /// At most this much processor time, in milliseconds.
    Cpu(f64),
    /// At least this many responses per second.
    Rate(f64),
    /// 99th percentile at most this many milliseconds.
    P99(f64),
    /// At least this share of a baseline's rate.
    Share(&'static str, f64),
    /// At most this multiple of the processor time with the fewest documents.
    Growth(f64),
}

fn goals(name: &str, part: &DatabaseFigures) -> &'static [Goal] {
    // The goals apply to documents of 2 KB.
    if part.corpus != Corpus::Even {
        return &[];
    }
    match name {
        READ => &[Goal::Rate(8000.0), Goal::Cpu(0.1), Goal::Share(ROW, 0.25), Goal::Growth(1.5)],
        LIST => &[Goal::Cpu(0.3), Goal::Growth(1.5)],
        // The more documents there are, the more contain the word.
        "search, a rare word" if part.documents <= 100_000 => &[Goal::Cpu(0.5), Goal::P99(50.0)],
        "sign-in" => &[Goal::Share(HASH, 0.9)],
        "document read, while 8 sign in all the time" => &[Goal::P99(100.0)],
        "submission" if part.is_sqlite() => &[Goal::Rate(1000.0)],
        _ => &[],
    }
}

impl Goal {
    /// Describes the goal and whether it is met. `smallest` is the part with the fewest documents. `None` if there is
    /// nothing to compare with.
    fn told(&self, figures: &Figures, part: &DatabaseFigures, smallest: Option<&DatabaseFigures>) -> Option<String> {
        let (text, met) = match *self {
            Self::Cpu(most) => (format!("cpu {most} ms"), figures.cpu <= most),
            Self::Rate(least) => (format!("{least:.0} a second"), figures.rate >= least),
            Self::P99(most) => (format!("p99 {most:.0} ms"), figures.p99 <= most),
            Self::Share(name, least) => {
                let whole = part.find(name).map_or(f64::INFINITY, |found| found.rate);
                (format!("{:.0} % of {name}", least * 100.0), figures.rate / whole >= least)
            }
            Self::Growth(most) => {
                let smallest = smallest.filter(|other| part.is_sqlite() && other.title != part.title)?;
                let times = figures.cpu / smallest.find(&figures.name)?.cpu;
                let told = format!("cpu {most} times that of {}, is {times:.2}", smallest.title);
                (told, times <= most)
            }
        };
        Some(format!("{text}: {}", goal_result(met)))
    }
}

/// Formats a number with thousands separators.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn goal_result(met: bool) -> &'static str {
    if met { "met" } else { "**missed**" }
}

/// Returns the page.
pub fn write(
    parts: &[DatabaseFigures],
    watched: &[MonitoringFigures],
    flushes: f64,
    facility: &Path,
    bundles: &[(String, f64)],
) -> Result<String, Failure> {
    let (day, kernel, cores) = (tell("date", &["+%F"])?, tell("uname", &["-sr"])?, tell("nproc", &[])?);
    let load = std::fs::read_to_string("/proc/loadavg")?;
    let load = load.split(' ').next().unwrap_or_default();
    let mut text = format!(
        "# Benchmarks\n\nWritten by `make bench`.\n\n\
         {day}, {kernel}, {cores} cores, load average at the end {load} (a quiet machine has about 1 to 2: the run's \
         own). The server has one core, the load generator the other. PostgreSQL is not pinned to a \
         core. The temporary PostgreSQL server does not sync its writes to the disk.\n\n\
         Documents have about 2 KB, unless the heading says otherwise: then they range from one line to 200,000 \
         characters, and half of them are shorter than 400. `cpu` is the server's processor time for one answer, \
         `database` that of PostgreSQL's own processes. `of a row` is the rate against the baseline of the same run \
         that reads a row by its key and checks nothing.\n"
    );
    for part in parts {
        table(&mut text, part, parts.first())?;
    }
    for watched in watched {
        watching(&mut text, watched)?;
    }
    writeln!(text, "\n## The rest\n\n| | figure | goal | |\n|---|---|---|---|")?;
    writeln!(text, "| small writes the disk flushes | {flushes:.0}/s | | |")?;
    for part in parts {
        let (title, start, (idle, loaded)) = (&part.title, part.start, part.memory);
        writeln!(text, "| {title}: start | {start:.0} ms | under 300 ms | {} |", goal_result(start < 300.0))?;
        writeln!(text, "| {title}: memory idle | {idle:.0} MiB | under 30 MiB | {} |", goal_result(idle < 30.0))?;
        writeln!(
            text,
            "| {title}: memory after load | {loaded:.0} MiB | under 100 MiB | {} |",
            goal_result(loaded < 100.0)
        )?;
        let LiveUpdateFigures { p50, p99, socket } = part.news;
        // With PostgreSQL, another server is between the two connections.
        let (goal, met) = if part.is_sqlite() { ("p99 under 10 ms", goal_result(p99 < 10.0)) } else { ("", "") };
        writeln!(text, "| {title}: a change on another screen | p50 {p50:.1} ms, p99 {p99:.1} ms | {goal} | {met} |")?;
        writeln!(text, "| {title}: memory of a socket that waits, of 1,000 | {socket:.1} KiB | | |")?;
    }
    let binary = std::fs::metadata(facility)?.len() / 1_048_576;
    writeln!(text, "| the binary | {binary} MiB | | |")?;
    for (name, bytes) in bundles {
        writeln!(text, "| client, gzip: {name} | {:.0} KB | | |", bytes / 1000.0)?;
    }
    Ok(text)
}

/// Returns the size of what each page of the client loads, as computed by the client's own size limits.
pub fn bundles(client: &Path) -> Result<Vec<(String, f64)>, Failure> {
    let project = client.parent().ok_or("the client's folder has no parent")?.display().to_string();
    let told = tell("npm", &["--prefix", &project, "run", "--silent", "size", "--", "--json"])?;
    let sizes: serde_json::Value = serde_json::from_str(&told)?;
    let sizes = sizes.as_array().ok_or("no sizes")?.iter();
    Ok(sizes.filter_map(|size| Some((size.get("name")?.as_str()?.to_owned(), size.get("size")?.as_f64()?))).collect())
}

/// Maximum processor time of one administrator's call, including the database's, in milliseconds.
const WATCHING: f64 = 20.0;

fn watching(text: &mut String, watched: &MonitoringFigures) -> Result<(), Failure> {
    writeln!(
        text,
        "\n## {}\n\nOf an administrator, with 400,000 sign-in attempts, 2,000 locked names and three years of numbers.\n\n\
         | | a second | p50 ms | p99 ms | cpu ms | database ms | goal |\n|---|---|---|---|---|---|---|",
        watched.title
    )?;
    for Figures { name, rate, p50, p99, cpu, database, wrong } in &watched.figures {
        let met = goal_result(cpu + database <= WATCHING && *wrong == 0.0);
        writeln!(
            text,
            "| {name} | {rate:.0} | {p50:.2} | {p99:.2} | {cpu:.3} | {database:.3} | both {WATCHING} ms: {met} |"
        )?;
    }
    Ok(())
}

fn table(text: &mut String, part: &DatabaseFigures, smallest: Option<&DatabaseFigures>) -> Result<(), Failure> {
    let row_rate = part.find(ROW).map_or(1.0, |row| row.rate);
    writeln!(
        text,
        "\n## {}\n\n| | a second | p50 ms | p99 ms | cpu ms | database ms | of a row | goals |",
        part.title
    )?;
    writeln!(text, "|---|---|---|---|---|---|---|---|")?;
    for figures in &part.figures {
        let goals = goals(&figures.name, part).iter();
        let goals: Vec<String> = goals.filter_map(|goal| goal.told(figures, part, smallest)).collect();
        let wrong = if figures.wrong > 0.0 { format!(" ({} wrong answers)", figures.wrong) } else { String::new() };
        writeln!(
            text,
            "| {}{wrong} | {:.0} | {:.2} | {:.2} | {:.3} | {} | 1/{:.1} | {} |",
            figures.name,
            figures.rate,
            figures.p50,
            figures.p99,
            figures.cpu,
            if part.is_sqlite() { String::new() } else { format!("{:.3}", figures.database) },
            row_rate / figures.rate.max(0.1),
            goals.join("; ")
        )?;
    }
    writeln!(
        text,
        "\nRequests that arrive at 70 % of that rate, at exponentially distributed gaps, timed from when they were due:\n\n\
         | | a second | p50 ms | p99 ms | p99.9 ms |\n|---|---|---|---|---|"
    )?;
    for ArrivalFigures { name, rate, times } in &part.arriving {
        writeln!(text, "| {name} | {rate:.0} | {:.2} | {:.2} | {:.2} |", times.p50, times.p99, times.p999)?;
    }
    Ok(())
}
