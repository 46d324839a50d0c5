//! The archive and its sections.

use super::adapters::Adapters;
use facility_archive::services::placements::Placements;
use facility_archive::services::section_documents::SectionDocuments;
use facility_archive::services::sections::Sections;
use facility_web::areas::{Archive, Records};
use std::sync::Arc;

/// Creates the services of the area.
pub fn archive(with: &Adapters, records: &Records) -> Archive {
    let (kept, reading) = (&with.archive, &records.reading);
    Archive {
        sections: Sections { sections: kept.clone(), queries: kept.clone(), ids: Arc::clone(&with.ids) },
        section_documents: SectionDocuments {
            sections: kept.clone(),
            queries: kept.clone(),
            reading: reading.clone(),
        },
        placements: Placements {
            sections: kept.clone(),
            queries: kept.clone(),
            places: kept.clone(),
            reading: reading.clone(),
            users: with.users.clone(),
            ids: Arc::clone(&with.ids),
        },
    }
}
