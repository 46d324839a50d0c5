//! Announces documents whose release date has passed.

use crate::ports::{ReleaseAnnouncement, ReleaseRepository, Released};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_audit::mail::Mail;
use facility_kernel::{IdGenerator, RequestContext, StoreError};
use facility_users::news::{NewsKind, Notification, NotificationId, Subject};
use std::sync::Arc;

/// Announces documents whose release date has passed. Visibility is decided on each read; this only records the release
/// and notifies open screens and the owners.
#[derive(Clone)]
pub struct Releases {
    pub releases: Arc<dyn ReleaseRepository>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Releases {
    /// Announces all releases whose date has passed, as the system, and returns the number of documents. Each release is announced by
    /// only one of several nodes.
    ///
    /// Errors: those of the store. Releases announced before the error remain announced.
    pub async fn announce(&self, context: &RequestContext) -> Result<usize, StoreError> {
        let mut announced = 0;
        while let Some(released) = self.releases.passed(context.now).await? {
            let ids: Vec<String> = released.documents.iter().map(|document| document.id.to_string()).collect();
            let entry =
                Entry::new(&*self.ids, context, Performer::System, Action::DocumentReleased, EntityType::Document);
            let entry = match ids.as_slice() {
                [only] => entry.on(only),
                _ => entry.details(Details::new().with("documents", ids.clone())),
            };
            match self.releases.announce(self.announcement(context, released, entry)).await {
                Ok(()) => announced += ids.len(),
                // Another node has already announced them.
                Err(StoreError::Stale) => return Ok(announced),
                Err(error) => return Err(error),
            }
        }
        Ok(announced)
    }

    /// Adds the notifications to the owners.
    fn announcement(&self, context: &RequestContext, released: Released, entry: Entry) -> Audited<ReleaseAnnouncement> {
        let news: Vec<Notification> = released
            .documents
            .iter()
            .map(|document| {
                let (id, subject) = (NotificationId::generate(&*self.ids), Subject::Document(document.id));
                let title = document.title.clone();
                Notification::new(id, document.owner, NewsKind::Released, subject, title, context.now)
            })
            .collect();
        let mail: Vec<Mail> = news.iter().filter_map(|news| news.mail(&*self.ids)).collect();
        Audited::new(ReleaseAnnouncement { released, news }, entry).mailing(mail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{MockReleaseRepository, Released, ReleasedDocument};
    use facility_kernel::testing::{SequentialIds, TEST_NOW, context, numbered};
    use facility_kernel::{DocumentId, UserId};

    fn released(ids: &[u64]) -> Released {
        let document = |n: &u64| ReleasedDocument {
            id: DocumentId::from_uuid(numbered(*n)),
            owner: UserId::Account(numbered(100 + *n)),
            title: format!("Document {n}"),
        };
        let documents = ids.iter().map(document).collect();
        Released { from: TEST_NOW, until: TEST_NOW, documents }
    }

    async fn announce(batches: Vec<Released>, lost_at: usize) -> (usize, Vec<(Option<String>, Option<String>)>) {
        let entries = Arc::new(std::sync::Mutex::new(Vec::new()));
        let mut releases = MockReleaseRepository::new();
        let mut left = batches.into_iter();
        releases.expect_passed().returning(move |_| Ok(left.next()));
        let noted = Arc::clone(&entries);
        releases.expect_announce().returning(move |audited| {
            let entry = audited.entry();
            assert_eq!((entry.action, &entry.performer), (Action::DocumentReleased, &Performer::System));
            let change = audited.change();
            let owners: Vec<_> = change.released.documents.iter().map(|document| document.owner).collect();
            let told: Vec<_> = change.news.iter().map(|news| news.recipient).collect();
            assert_eq!(told, owners, "each owner is told");
            let mailed: Vec<_> = audited.mail().iter().map(|mail| mail.recipient).collect();
            assert_eq!(mailed, owners);
            let mut noted = noted.lock().unwrap();
            if noted.len() == lost_at {
                return Err(StoreError::Stale);
            }
            noted.push((entry.entity_id.clone(), entry.details.to_json()));
            Ok(())
        });
        let service = Releases { releases: Arc::new(releases), ids: Arc::new(SequentialIds::default()) };
        let announced = service.announce(&context()).await.unwrap();
        let entries = entries.lock().unwrap().clone();
        (announced, entries)
    }

    #[tokio::test]
    async fn every_release_that_passed_is_recorded_by_the_system() {
        let (announced, entries) = announce(vec![released(&[1]), released(&[2, 3])], usize::MAX).await;
        assert_eq!(announced, 3);
        assert_eq!(entries[0], (Some(numbered(1).to_string()), None));
        let (one, other) = (numbered(2), numbered(3));
        assert_eq!(entries[1], (None, Some(format!(r#"{{"documents":["{one}","{other}"]}}"#))));
    }

    #[tokio::test]
    async fn release_announced_by_another_node_is_skipped() {
        assert_eq!(announce(vec![released(&[1])], 0).await, (0, vec![]));
    }
}
