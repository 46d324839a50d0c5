//! The archive and its sections.

use super::adapters::Adapters;
use facility_archive::services::placements::Placements;
use facility_archive::services::section_documents::SectionDocuments;
use facility_archive::services::sections::Sections;
use facility_web::areas::{Archive, Records};
use std::sync::Arc;

/// Creates the services of the area.
pub fn archive(with: &Adapters, records: &Records) -> Archive {
    let (db, reading) = (&with.db, &records.reading);
    Archive {
        sections: Sections { sections: db.clone(), queries: db.clone(), ids: Arc::clone(&with.ids) },
        section_documents: SectionDocuments { sections: db.clone(), queries: db.clone(), reading: reading.clone() },
        placements: Placements {
            sections: db.clone(),
            queries: db.clone(),
            places: db.clone(),
            reading: reading.clone(),
            users: db.clone(),
            ids: Arc::clone(&with.ids),
        },
    }
}
