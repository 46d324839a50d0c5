//! The names of records that audit entries refer to.

use crate::ports::{SubjectKey, SubjectQueries};
use facility_audit::action::EntityType;
use facility_audit::chain::SealedEntry;
use facility_audit::reading::AuditError;
use facility_kernel::{AdminActor, DocumentId};
use std::collections::HashSet;
use std::sync::Arc;

/// The name of a record for a reader of the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedSubject {
    /// Its title, or the name of an account.
    pub name: String,
    /// The document that it is or became.
    pub document: Option<DocumentId>,
}

/// Looks up the records that audit entries refer to.
#[derive(Clone)]
pub struct Subjects {
    pub queries: Arc<dyn SubjectQueries>,
}

impl Subjects {
    /// Returns the record of each entry, in order. `None` if the entry has no single record, if the record has no name
    /// or no longer exists, or if its level is above the reader's. A reader cannot distinguish these cases.
    ///
    /// Errors: the database failed.
    pub async fn of(
        &self,
        actor: &AdminActor,
        entries: &[SealedEntry],
    ) -> Result<Vec<Option<NamedSubject>>, AuditError> {
        let keys: Vec<Option<SubjectKey>> = entries.iter().map(key_of).collect();
        let wanted: HashSet<SubjectKey> = keys.iter().flatten().cloned().collect();
        if wanted.is_empty() {
            return Ok(vec![None; entries.len()]);
        }
        let found = self.queries.find(wanted.into_iter().collect()).await?;
        let named = |key: SubjectKey| {
            let subject = found.get(&key)?;
            let may_read = subject.level.is_none_or(|level| actor.is_cleared_for(level));
            may_read.then(|| NamedSubject { name: subject.name.clone(), document: subject.document })
        };
        Ok(keys.into_iter().map(|key| key.and_then(named)).collect())
    }
}

fn key_of(entry: &SealedEntry) -> Option<SubjectKey> {
    let entity_type = EntityType::ALL.iter().find(|known| known.as_str() == entry.entity_type)?;
    Some(SubjectKey { entity_type: *entity_type, id: entry.entity_id.clone()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{MockSubjectQueries, Subject};
    use facility_audit::action::Action;
    use facility_audit::chain::{ChainKey, Link};
    use facility_audit::entry::{Entry, Performer};
    use facility_kernel::Clearance;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, admin, context, numbered};
    use std::collections::HashMap;

    fn entry(entity_type: EntityType, id: Option<&str>) -> SealedEntry {
        let ids = SequentialIds::default();
        let entry = Entry::new(&ids, &context(), Performer::System, Action::KeyRotated, entity_type);
        let entry = match id {
            Some(id) => entry.on(&id),
            None => entry,
        };
        SealedEntry::seal(&entry, Link::START, TEST_NOW, &ChainKey::new([1; 32]))
    }

    fn subjects(found: Vec<(EntityType, &str, Subject)>) -> Subjects {
        let found: HashMap<SubjectKey, Subject> = found
            .into_iter()
            .map(|(entity_type, id, subject)| (SubjectKey { entity_type, id: id.to_owned() }, subject))
            .collect();
        let mut queries = MockSubjectQueries::new();
        queries.expect_find().returning(move |_keys| Ok(found.clone()));
        Subjects { queries: Arc::new(queries) }
    }

    fn record(name: &str, level: Option<i64>) -> Subject {
        Subject {
            name: name.to_owned(),
            level: level.map(|level| Clearance::parse(level).unwrap()),
            document: Some(DocumentId::from_uuid(numbered(7))),
        }
    }

    #[tokio::test]
    async fn title_above_the_level_of_the_reader_is_withheld_like_that_of_a_deleted_record() {
        let subjects = subjects(vec![
            (EntityType::Document, "a", record("Readable", Some(3))),
            (EntityType::Document, "b", record("Above", Some(4))),
            (EntityType::Submission, "c", record("Unassigned", None)),
        ]);
        let entries = [
            entry(EntityType::Document, Some("a")),
            entry(EntityType::Document, Some("b")),
            entry(EntityType::Submission, Some("c")),
            entry(EntityType::Document, Some("gone")),
            entry(EntityType::Site, None),
        ];
        let names = async |level: i64| {
            let named = subjects.of(&admin(1, level), &entries).await.unwrap();
            named.into_iter().map(|one| one.map(|one| one.name)).collect::<Vec<_>>()
        };
        let named = |names: [Option<&str>; 5]| names.map(|name| name.map(str::to_owned)).to_vec();
        assert_eq!(names(3).await, named([Some("Readable"), None, Some("Unassigned"), None, None]));
        assert_eq!(names(4).await, named([Some("Readable"), Some("Above"), Some("Unassigned"), None, None]));
    }

    #[tokio::test]
    async fn entries_without_a_record_need_no_query() {
        let mut queries = MockSubjectQueries::new();
        queries.expect_find().never();
        let subjects = Subjects { queries: Arc::new(queries) };
        let named = subjects.of(&admin(1, 5), &[entry(EntityType::Site, None)]).await.unwrap();
        assert_eq!(named, [None]);
    }
}
