//! Published documents and what belongs to them.

use super::adapters::Adapters;
use facility_documents::services::comments::Comments;
use facility_documents::services::documents::Documents;
use facility_documents::services::history::History;
use facility_documents::services::links::Links;
use facility_documents::services::removal::Removal;
use facility_documents::services::templates::Templates;
use facility_documents::services::trash::Trash;
use facility_files::uploads::Uploads;
use facility_submissions::services::attachments::Attachments;
use facility_submissions::services::pictures::Pictures;
use facility_web::areas::Records;
use std::sync::Arc;

/// Creates the services of the area. `files` deletes the files of purged documents.
pub fn records(with: &Adapters, files: &Uploads) -> Records {
    let (db, ids) = (&with.db, &with.ids);
    let reading = Documents {
        documents: with.documents.clone(),
        queries: with.documents.clone(),
        access: Arc::new(with.access.clone()),
        ids: Arc::clone(ids),
        searched: Arc::default(),
    };
    let pictures = Pictures {
        uploads: db.clone(),
        documents: with.documents.clone(),
        versions: db.clone(),
        comments: db.clone(),
        templates: db.clone(),
        submissions: db.clone(),
        edits: db.clone(),
    };
    Records {
        links: Links { documents: with.documents.clone(), links: db.clone() },
        removal: Removal { documents: with.documents.clone(), ids: Arc::clone(ids) },
        history: History {
            reading: reading.clone(),
            versions: db.clone(),
            comparing: with.comparing.clone(),
            ids: Arc::clone(ids),
        },
        trash: Trash {
            trash: db.clone(),
            documents: with.documents.clone(),
            files: Arc::new(files.clone()),
            ids: Arc::clone(ids),
        },
        comments: Comments {
            reading: reading.clone(),
            comments: db.clone(),
            audience: db.clone(),
            pictures: Arc::new(pictures.clone()),
            ids: Arc::clone(ids),
        },
        templates: Templates { templates: db.clone(), pictures: Arc::new(pictures.clone()), ids: Arc::clone(ids) },
        attachments: Attachments {
            submissions: db.clone(),
            uploads: db.clone(),
            blobs: Arc::clone(&with.blobs),
            reading: reading.clone(),
            pictures: pictures.clone(),
        },
        pictures,
        reading,
    }
}
