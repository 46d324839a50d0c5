//! Published documents and what belongs to them.

use super::adapters::Adapters;
use facility_documents::services::comments::Comments;
use facility_documents::services::documents::Documents;
use facility_documents::services::history::History;
use facility_documents::services::links::Links;
use facility_documents::services::removal::Removal;
use facility_documents::services::templates::Templates;
use facility_documents::services::trash::Trash;
use facility_infra::repos::comments::CommentRepo;
use facility_infra::repos::templates::TemplateRepo;
use facility_infra::repos::trash::TrashRepo;
use facility_submissions::services::attachments::Attachments;
use facility_submissions::services::uploads::Uploads;
use facility_web::areas::Records;
use std::sync::Arc;

/// Creates the services of the area. `files` keeps the files of what is deleted.
pub fn records(with: &Adapters, files: &Uploads) -> Records {
    let (db, ids) = (|| with.db.clone(), &with.ids);
    let comments = Arc::new(CommentRepo::new(db()));
    let reading = Documents {
        documents: with.documents.clone(),
        queries: with.documents.clone(),
        access: Arc::new(with.access.clone()),
        ids: Arc::clone(ids),
        searched: Arc::default(),
    };
    Records {
        links: Links { documents: with.documents.clone(), links: with.documents.clone() },
        removal: Removal { documents: with.documents.clone(), ids: Arc::clone(ids) },
        history: History {
            reading: reading.clone(),
            versions: with.versions.clone(),
            comparing: with.comparing.clone(),
            ids: Arc::clone(ids),
        },
        trash: Trash {
            trash: Arc::new(TrashRepo::new(db())),
            documents: with.documents.clone(),
            files: Arc::new(files.clone()),
            ids: Arc::clone(ids),
        },
        comments: Comments {
            reading: reading.clone(),
            comments: comments.clone(),
            audience: comments,
            ids: Arc::clone(ids),
        },
        templates: Templates { templates: Arc::new(TemplateRepo::new(db())), ids: Arc::clone(ids) },
        attachments: Attachments {
            submissions: with.submissions.clone(),
            uploads: with.uploads.clone(),
            blobs: Arc::clone(&with.blobs),
            reading: reading.clone(),
        },
        reading,
    }
}
