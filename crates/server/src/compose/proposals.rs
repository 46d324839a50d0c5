//! Drafts, submissions and edits, their review, and notifications.

use super::adapters::Adapters;
use crate::config::Config;
use facility_files::uploads::{InFlight, Uploads};
use facility_infra::clock::OsRandomness;
use facility_oversight::first_steps::LastBackup;
use facility_oversight::services::board::HomeBoard;
use facility_oversight::services::news::News;
use facility_submissions::services::drafts::Drafts;
use facility_submissions::services::edit_drafts::EditDrafts;
use facility_submissions::services::edit_reviews::EditReviews;
use facility_submissions::services::edits::Edits;
use facility_submissions::services::reclassifications::Reclassifications;
use facility_submissions::services::reviews::Reviews;
use facility_submissions::services::submissions::Submissions;
use facility_submissions::services::time_outs::TimeOuts;
use facility_web::areas::{Proposals, Records};
use std::sync::Arc;

/// Creates the service that receives files.
pub fn uploads(with: &Adapters) -> Uploads {
    Uploads {
        uploads: with.db.clone(),
        blobs: Arc::clone(&with.blobs),
        pictures: Arc::clone(&with.pictures),
        throttle: with.db.clone(),
        random: Arc::new(OsRandomness),
        ids: Arc::clone(&with.ids),
        limits: with.limits,
        in_flight: InFlight::default(),
    }
}

/// Creates the services of the area.
pub fn proposals(
    with: &Adapters,
    config: &Config,
    records: &Records,
    uploads: Uploads,
    backups: LastBackup,
) -> Proposals {
    let (db, ids, reading) = (&with.db, &with.ids, &records.reading);
    let submissions = Submissions {
        submissions: db.clone(),
        uploads: db.clone(),
        pictures: Arc::new(records.pictures.clone()),
        ids: Arc::clone(ids),
    };
    let edits = Edits {
        edits: db.clone(),
        waits: db.clone(),
        reading: reading.clone(),
        versions: db.clone(),
        uploads: db.clone(),
        pictures: Arc::new(records.pictures.clone()),
        ids: Arc::clone(ids),
    };
    Proposals {
        edit_drafts: EditDrafts { drafts: db.clone(), edits: edits.clone() },
        drafts: Drafts {
            drafts: db.clone(),
            submissions: submissions.clone(),
            files: Arc::new(uploads.clone()),
            ids: Arc::clone(ids),
        },
        submissions,
        uploads,
        edits,
        time_outs: TimeOuts {
            submissions: db.clone(),
            waits: db.clone(),
            waits_of_edits: db.clone(),
            ids: Arc::clone(ids),
        },
        reviews: Reviews {
            submissions: db.clone(),
            users: db.clone(),
            ids: Arc::clone(ids),
            comparing: with.comparing.clone(),
            two_steps_at_top_level: config.two_steps_at_level_five,
        },
        edit_reviews: EditReviews {
            edits: db.clone(),
            reading: reading.clone(),
            versions: db.clone(),
            comparing: with.comparing.clone(),
            users: db.clone(),
            ids: Arc::clone(ids),
            two_steps_at_top_level: config.two_steps_at_level_five,
        },
        reclassifications: Reclassifications {
            edits: db.clone(),
            reading: reading.clone(),
            users: db.clone(),
            ids: Arc::clone(ids),
        },
        news: News { news: db.clone(), alerts: with.alerts.clone() },
        home_board: HomeBoard {
            reading: reading.clone(),
            templates: records.templates.clone(),
            news: db.clone(),
            backups,
        },
    }
}
