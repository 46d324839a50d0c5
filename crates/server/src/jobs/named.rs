//! The table of background jobs.

use super::{Job, RunResult};
use crate::anchoring::Anchoring;
use crate::backups::Backups;
use crate::mailing::Mailing;
use facility_audit::refusals::Refusals;
use facility_documents::services::releases::Releases;
use facility_documents::services::trash::Trash;
use facility_infra::db::Database;
use facility_infra::housekeeping::Housekeeping;
use facility_infra::storage::oversight::figures;
use facility_infra::texts::reading::FileTexts;
use facility_kernel::{IdGenerator, RequestContext, StoreError, Timestamp};
use facility_submissions::services::reminders::Reminders;
use facility_submissions::services::time_outs::TimeOuts;
use futures_util::FutureExt as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;

/// Default time limit of a run. The databases end each statement after 5 s.
const WITHIN: Duration = Duration::from_mins(1);
/// Time limit of a run that uses the object store, with up to 500 calls.
const STORE_WITHIN: Duration = Duration::from_mins(10);
/// Time limit of a backup.
const BACKUP_WITHIN: Duration = Duration::from_hours(6);

/// The services that the jobs use.
pub struct JobServices {
    /// Makes scheduled backups, if they are enabled.
    pub backups: Option<Backups>,
    /// Queues and sends mail.
    pub mailing: Mailing,
    /// Deletes expired data.
    pub housekeeping: Housekeeping,
    /// Reads the texts of attached files.
    pub file_texts: FileTexts,
    /// The database, for the statistics about the site.
    pub db: Database,
    /// Marks submissions and edits that timed out.
    pub time_outs: TimeOuts,
    /// Reminds authors of items that time out soon.
    pub reminders: Reminders,
    /// Purges documents whose time in the trash is over.
    pub trash: Trash,
    /// Announces documents whose release date has passed.
    pub releases: Releases,
    /// Anchors the audit log.
    pub anchoring: Arc<Anchoring>,
    /// Records counted refusals.
    pub refusals: Refusals,
    /// New ids.
    pub ids: Arc<dyn IdGenerator>,
}

impl JobServices {
    /// Returns the table of jobs.
    pub fn jobs(self) -> Vec<Job> {
        let Self {
            backups,
            mailing,
            housekeeping,
            file_texts,
            db,
            time_outs,
            reminders,
            trash,
            releases,
            anchoring,
            refusals,
            ids,
        } = self;
        let sweep = |name, minutes, run: fn(Housekeeping, Timestamp) -> SweepFuture| {
            let housekeeping = housekeeping.clone();
            leased(name, Duration::from_mins(minutes), move |now| run(housekeeping.clone(), now))
        };
        let (releasing, purging, reminding) = (Arc::clone(&ids), Arc::clone(&ids), Arc::clone(&ids));
        let (folding, sampling) = (db.clone(), Arc::clone(&ids));
        let mut jobs = vec![
            leased("mark_time_outs", Duration::from_secs(30), move |now| {
                let (time_outs, context) = (time_outs.clone(), context(&*ids, now));
                async move { Ok(counted(time_outs.mark(&context).await?, "submissions and edits timed out")) }.boxed()
            }),
            leased("remind_authors", Duration::from_secs(30), move |now| {
                let (reminders, context) = (reminders.clone(), context(&*reminding, now));
                async move { Ok(counted(reminders.remind(&context).await?, "authors reminded")) }.boxed()
            }),
            // Open screens must show a document within two seconds of its release. Every node checks; if several find
            // the same releases, only one announces them.
            Job {
                is_leased: false,
                ..leased("announce_releases", Duration::from_secs(1), move |now| {
                    let (releases, context) = (releases.clone(), context(&*releasing, now));
                    async move { Ok(counted(releases.announce(&context).await?, "documents released")) }.boxed()
                })
            },
            Job {
                within: STORE_WITHIN,
                ..leased("purge_trash", Duration::from_mins(10), move |now| {
                    let (trash, context) = (trash.clone(), context(&*purging, now));
                    async move { Ok(counted(trash.purge_due(&context).await?, "documents purged")) }.boxed()
                })
            },
            Job {
                within: STORE_WITHIN,
                ..sweep("sweep_uploads", 1, |of, now| {
                    async move { Ok(counted(of.sweep_uploads(now).await?, "unused uploads deleted")) }.boxed()
                })
            },
            Job {
                within: STORE_WITHIN,
                ..sweep("sweep_orphans", 1, |of, now| {
                    async move { Ok(counted(of.sweep_orphans(now).await?, "orphaned objects deleted")) }.boxed()
                })
            },
            // Each node reads, and no two the same file.
            Job {
                is_leased: false,
                within: STORE_WITHIN,
                ..leased("read_file_texts", Duration::from_secs(1), move |now| {
                    let texts = file_texts.clone();
                    async move { Ok(counted(texts.read_waiting(now).await?, "texts of files read")) }.boxed()
                })
            },
            sweep("empty_log", 1, |of, _now| silent(async move { of.empty_log().await })),
            sweep("sweep_sessions", 1, |of, now| silent(async move { of.sweep_sessions(now).await })),
            sweep("sweep_throttles", 1, |of, now| silent(async move { of.sweep_throttles(now).await })),
            sweep("sweep_replies", 10, |of, now| silent(async move { of.sweep_replies(now).await.map(drop) })),
            sweep("sweep_notifications", 10, |of, now| {
                silent(async move { of.sweep_notifications(now).await.map(drop) })
            }),
            sweep("sweep_mail", 10, |of, now| silent(async move { of.sweep_mail(now).await.map(drop) })),
            sweep("prune_sign_ins", 10, |of, now| silent(async move { of.prune_sign_ins(now).await.map(drop) })),
            // Requests for statistics read the activity that is not aggregated yet, so there should not be much of it.
            leased("add_up_activity", Duration::from_secs(10), move |_now| {
                let db = folding.clone();
                silent(async move { figures::fold(&db).await.map(drop) })
            }),
            leased("sample_metrics", Duration::from_mins(5), move |now| {
                let (db, ids) = (db.clone(), Arc::clone(&sampling));
                silent(async move { figures::sample(&db, &*ids, now).await })
            }),
            // Each node counts its own refusals.
            Job {
                name: "record_refusals",
                every: Duration::from_secs(1),
                within: WITHIN,
                is_leased: false,
                run: Box::new(move |now| {
                    let refusals = refusals.clone();
                    silent(async move { refusals.write_due(now).await })
                }),
            },
            // Each node has its own anchor file.
            Job {
                name: "anchor_audit_log",
                every: Duration::from_secs(1),
                within: WITHIN,
                is_leased: false,
                run: Box::new(move |_now| {
                    let anchoring = Arc::clone(&anchoring);
                    async move {
                        anchoring.anchor_if_due().await?;
                        Ok(None)
                    }
                    .boxed()
                }),
            },
        ];
        jobs.extend(mail_jobs(mailing));
        jobs.extend(backups.map(backup_job));
        jobs
    }
}

/// Returns the jobs for mail. One node queues mail about alerts; all nodes send mail, and each claims the messages that
/// it sends. Without a mail server, mail is only queued.
fn mail_jobs(mailing: Mailing) -> Vec<Job> {
    let (sender, is_on) = (mailing.clone(), mailing.delivery.is_on());
    let queue = leased("queue_alert_mail", Duration::from_secs(15), move |now| {
        let mailing = mailing.clone();
        async move { Ok(counted(mailing.queue_alerts(now).await?, "messages about alerts queued")) }.boxed()
    });
    let send = leased("send_mail", Duration::from_secs(1), move |_now| {
        let mailing = sender.clone();
        async move { Ok(counted(mailing.send().await?, "messages sent or given up")) }.boxed()
    });
    let send = is_on.then_some(Job { is_leased: false, ..send });
    std::iter::once(queue).chain(send).collect()
}

/// Returns the job for backups. It checks every minute whether a backup is due, so that a restart does not affect the
/// interval.
fn backup_job(backups: Backups) -> Job {
    let job = leased("back_up", Duration::from_mins(1), move |now| {
        let backups = backups.clone();
        async move {
            let made = spawn_blocking(move || backups.run(now)).await??;
            Ok(made.map(|path| format!("backup {} made", path.display())))
        }
        .boxed()
    });
    Job { within: BACKUP_WITHIN, ..job }
}

type SweepFuture = futures_util::future::BoxFuture<'static, RunResult>;

fn leased(name: &'static str, every: Duration, run: impl Fn(Timestamp) -> SweepFuture + Send + Sync + 'static) -> Job {
    Job { name, every, within: WITHIN, is_leased: true, run: Box::new(run) }
}

/// Wraps a run that has no message for the log.
fn silent(run: impl Future<Output = Result<(), StoreError>> + Send + 'static) -> SweepFuture {
    async move {
        run.await?;
        Ok(None)
    }
    .boxed()
}

fn counted(count: usize, what: &str) -> Option<String> {
    (count > 0).then(|| format!("{count} {what}"))
}

/// Returns the context of the server's own actions.
fn context(ids: &dyn IdGenerator, now: Timestamp) -> RequestContext {
    RequestContext { request_id: ids.next().to_string(), ip_address: None, user_agent: None, now, is_background: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_logged_only_if_it_did_something() {
        assert_eq!(counted(0, "things"), None);
        assert_eq!(counted(2, "things").as_deref(), Some("2 things"));
    }
}
