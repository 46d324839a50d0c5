//! Exports.

use super::adapters::Adapters;
use crate::config::Config;
use crate::data;
use facility_infra::transfer::export::Exporter;
use facility_infra::transfer::staging::Archives;
use facility_transfer::services::installation::InstallationExports;
use facility_transfer::services::own::OwnExports;
use facility_web::areas::{Proposals, Records, Transfers};
use std::error::Error;
use std::sync::Arc;
use tokio::runtime::Handle;

/// Creates the services of the area. Errors: the database is not usable.
pub fn transfers(
    with: &Adapters,
    config: &Config,
    records: &Records,
    proposals: &Proposals,
) -> Result<Transfers, Box<dyn Error>> {
    let exporter = Exporter::new(data::target(config)?, Arc::clone(&with.blobs), Handle::current());
    let archives = Arc::new(Archives::new((*with.db).clone(), exporter));
    Ok(Transfers {
        installation_exports: InstallationExports { exports: archives.clone(), ids: Arc::clone(&with.ids) },
        own_exports: OwnExports {
            exports: archives.clone(),
            records: archives,
            reading: records.reading.clone(),
            submissions: proposals.submissions.clone(),
            drafts: proposals.drafts.clone(),
            edit_drafts: proposals.edit_drafts.clone(),
            comments: records.comments.clone(),
            attachments: records.attachments.clone(),
            ids: Arc::clone(&with.ids),
        },
    })
}
