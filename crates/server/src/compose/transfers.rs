//! Exports.

use super::adapters::Adapters;
use crate::config::Config;
use crate::data;
use infra::transfer::{Archives, Exporter};
use std::error::Error;
use std::sync::Arc;
use tokio::runtime::Handle;
use transfer::services::{Exporting, OwnExporting};
use web::{Proposals, Records, Transfers};

/// Creates the services of the area. Errors: the database is not usable.
pub fn transfers(
    with: &Adapters,
    config: &Config,
    records: &Records,
    proposals: &Proposals,
) -> Result<Transfers, Box<dyn Error>> {
    let exporter = Exporter::new(data::target(config)?, Arc::clone(&with.blobs), Handle::current());
    let archives = Arc::new(Archives::new(with.db.clone(), exporter));
    Ok(Transfers {
        exporting: Exporting { exports: archives.clone(), ids: Arc::clone(&with.ids) },
        own_exporting: OwnExporting {
            exports: archives.clone(),
            records: archives,
            reading: records.reading.clone(),
            submitting: proposals.submitting.clone(),
            drafting: proposals.drafting.clone(),
            edit_drafting: proposals.edit_drafting.clone(),
            commenting: records.commenting.clone(),
            attachments: records.attachments.clone(),
            ids: Arc::clone(&with.ids),
        },
    })
}
