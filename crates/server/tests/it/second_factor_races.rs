//! Concurrent requests with one code: only one of them opens a session.

use crate::factor::{code, protect, ticket, verify};
use crate::harness::{ADMIN_PASSWORD, PASSWORD, Site, rounds};
use crate::installations::on_each_installation;
use std::time::Duration;

on_each_installation![
    a_code_opens_one_session_when_fifty_requests_race,
    concurrent_wrong_codes_are_limited_like_sequential_ones,
];

const ROUNDS: usize = 4;
const REQUESTS: usize = 50;
/// Rounds per account: every other round uses up one of its ten backup codes.
const ROUNDS_OF_ONE: usize = 20;

async fn a_code_opens_one_session_when_fifty_requests_race(site: &Site, other: &Site) {
    let admin = site.administrator().await;
    let mut accounts = Vec::new();
    for n in 0..rounds(ROUNDS).div_ceil(ROUNDS_OF_ONE) {
        let name = format!("protected-{n}");
        let codes = protect(&site.user(&admin, &name, 3).await).await;
        accounts.push((name, codes));
    }
    for round in 0..rounds(ROUNDS) {
        let (name, codes) = &accounts[round / ROUNDS_OF_ONE];
        site.execute("DELETE FROM rate_windows; DELETE FROM lockouts".to_owned()).await;
        // A new code of the app in every round.
        site.set_clock(Duration::from_mins(2 * (1 + round as u64)));
        let (token, method) = if round % 2 == 0 {
            (code(site, codes["setupCode"].as_str().unwrap(), 0), "app")
        } else {
            let backup = &codes["backupCodes"][round % ROUNDS_OF_ONE / 2];
            (backup.as_str().unwrap().to_owned(), "backup")
        };
        let mut tickets = Vec::new();
        for _ in 0..10 {
            tickets.push(ticket(site, name, PASSWORD).await);
        }
        let before = site.count("SELECT count(*) AS n FROM sessions").await;
        let at = |n: usize| if n.is_multiple_of(2) { site } else { other };
        let tries = (0..REQUESTS).map(|n| verify(at(n), &tickets[n % 10], name, &token, method));
        let answers = futures_util::future::join_all(tries).await;
        let opened = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(opened, 1, "round {round}: {:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
        assert!(answers.iter().all(|answer| [200, 401, 423, 503].contains(&answer.status)));
        let sessions = site.count("SELECT count(*) AS n FROM sessions").await;
        // A user has ten sessions at most: the eleventh ends the oldest.
        assert!(sessions == before + 1 || sessions == before && round >= 9, "round {round}: {before}, then {sessions}");
    }
}

async fn concurrent_wrong_codes_are_limited_like_sequential_ones(site: &Site, other: &Site) {
    let codes = protect(&site.administrator().await).await;
    let one = ticket(site, "administrator", ADMIN_PASSWORD).await;
    let at = |n: usize| if n.is_multiple_of(2) { site } else { other };
    let tries = (0..REQUESTS).map(|n| verify(at(n), &one, "administrator", "AAAA-BBBB", "backup"));
    let answers = futures_util::future::join_all(tries).await;
    assert_eq!(answers.iter().filter(|answer| answer.code() == "invalid_code").count(), 5);
    // Ten tickets with five attempts each, of which twenty in total are checked within a day, including the five above.
    let mut tickets = Vec::new();
    for _ in 0..10 {
        tickets.push(ticket(site, "administrator", ADMIN_PASSWORD).await);
    }
    let tries = (0..REQUESTS).map(|n| verify(at(n), &tickets[n % 10], "administrator", "AAAA-BBBB", "backup"));
    let answers = futures_util::future::join_all(tries).await;
    assert_eq!(answers.iter().filter(|answer| answer.code() == "invalid_code").count(), 15);
    assert_eq!(site.audited("two_factor_locked").await, 1);
    let right = codes["backupCodes"][0].as_str().unwrap();
    assert_eq!(verify(site, &tickets[0], "administrator", right, "backup").await.status, 423);
}
