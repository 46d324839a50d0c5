//! Tests that run on each kind of installation: one server on SQLite, one on PostgreSQL, and two on one PostgreSQL
//! database.

use crate::harness::{Site, two};
use facility_infra::testing::TestDatabase;

/// Generates a test for each function and installation. Each function gets two nodes, which are the same on a single
/// node.
macro_rules! on_each_installation {
    ($($race:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $race() {
                $crate::installations::on_one_node($crate::harness::Site::database_on_sqlite(), super::$race).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $race() {
                if let Some(database) = $crate::harness::Site::database_on_postgres() {
                    $crate::installations::on_one_node(database, super::$race).await;
                }
            })+
        }
        mod two_nodes {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $race() {
                $crate::installations::on_two_nodes(super::$race).await;
            })+
        }
    };
}
pub(crate) use on_each_installation;

/// Runs a race on one node and verifies the audit log afterwards.
pub async fn on_one_node(database: TestDatabase, race: impl AsyncFn(&Site, &Site)) {
    let site = Site::start_with(database, &[("RATE_LIMITS", "open")]).await;
    race(&site, &site).await;
    verified(&site);
}

/// Runs a race on two nodes and verifies the audit log afterwards.
pub async fn on_two_nodes(race: impl AsyncFn(&Site, &Site)) {
    let Some((one, other, _store)) = two("open").await else { return };
    race(&one, &other).await;
    verified(&one);
}

fn verified(site: &Site) {
    let found = site.facility(&["audit", "verify"]);
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stdout));
}
