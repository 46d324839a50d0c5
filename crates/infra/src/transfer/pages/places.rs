//! The accounts of authors, and the sections of folders.

use super::records::{TICK, tick, version_after};
use super::{Shelf, Work};
use crate::storage::archive::{placements, sections};
use crate::storage::users::account_rows;
use crate::transfer::store;
use facility_archive::ports::SectionRefusal;
use facility_archive::section::{Section, SectionChange, SectionText, SectionType};
use facility_archive::tree::{MAX_SECTIONS, Misplaced};
use facility_documents::document::Placement;
use facility_kernel::{AccessKey, SectionId, Timestamp, UserId};
use facility_sources::plan::{Planned, PlannedSection};
use facility_transfer::error::TransferError;
use facility_users::user::{User, Username};
use std::collections::BTreeMap;

impl Work<'_> {
    /// Finds the accounts of authors. Creates those that are missing: approved, of level 1, and without a password.
    pub(super) fn find_accounts(&mut self) -> Result<(), TransferError> {
        let plan = self.plan;
        let mut added: BTreeMap<String, UserId> = BTreeMap::new();
        for (author, username) in plan.accounts_that_come_in() {
            let key = username.key();
            let id = match added.get(&key) {
                Some(id) => *id,
                None => self.account(username)?,
            };
            added.insert(key, id);
            self.accounts.insert(author, id);
        }
        Ok(())
    }

    fn account(&mut self, username: &Username) -> Result<UserId, TransferError> {
        if let Some(id) = account_rows::id_of_name(&mut self.conn, username).map_err(store)? {
            self.report.kinds.entry("users".to_owned()).or_default().mapped += 1;
            return Ok(id);
        }
        let id = UserId::generate(self.ids);
        let user = User { is_approved: true, ..User::register(id, username, AccessKey::Subject, self.import.now) };
        account_rows::insert(&mut self.conn, &user, None).map_err(store)?;
        *self.added("users") += 1;
        Ok(id)
    }

    /// Returns the account of an author, or else the owner of the import.
    pub(super) fn account_of(&self, author: Option<&str>) -> UserId {
        author.and_then(|author| self.accounts.get(author)).copied().unwrap_or(self.import.owner)
    }

    /// Returns who owns the record of a page: the author of its first text.
    pub(super) fn owner_of(&self, page: &Planned) -> UserId {
        self.account_of(page.page.revisions.first().and_then(|revision| revision.author.as_deref()))
    }

    /// Finds the sections of folders by their names. Creates those that are missing.
    pub(super) fn find_sections(&mut self) -> Result<(), TransferError> {
        let plan = self.plan;
        for planned in &plan.sections {
            let id = match sections::by_name(&mut self.conn, &planned.name).map_err(store)? {
                Some(id) => {
                    self.report.kinds.entry("sections".to_owned()).or_default().mapped += 1;
                    id
                }
                None => self.create_section(planned)?,
            };
            let last = placements::last_archived(&mut self.conn, id).map_err(store)?;
            self.shelves.push(Shelf { id, last: last.map_or(Timestamp::EPOCH, Timestamp::from_micros) });
        }
        Ok(())
    }

    fn create_section(&mut self, planned: &PlannedSection) -> Result<SectionId, TransferError> {
        let parent = planned.parent.and_then(|parent| self.shelves.get(parent)).map(|shelf| shelf.id);
        let mut section = Section {
            id: SectionId::generate(self.ids),
            text: SectionText {
                name: planned.name.clone(),
                description: String::new(),
                section_type: SectionType::General,
                parent,
                display_order: 0,
                metadata: BTreeMap::new(),
            },
            is_active: true,
            created_by: self.import.owner,
            created_at: self.import.now,
            updated_at: self.import.now,
        };
        let mut applied = sections::apply(&mut self.conn, &SectionChange::Create(section.clone())).map_err(store)?;
        if matches!(applied, Err(SectionRefusal::Misplaced(Misplaced::TooDeep))) {
            // Its parent is a section that was here, deeper than the folder is.
            section.text.parent = None;
            applied = sections::apply(&mut self.conn, &SectionChange::Create(section.clone())).map_err(store)?;
        }
        applied.map_err(|_refusal| TransferError::File {
            path: planned.name.clone(),
            reason: format!("cannot become a section: the archive has {MAX_SECTIONS} at most"),
        })?;
        *self.added("sections") += 1;
        Ok(section.id)
    }

    /// Returns where the document of a page is. `later` is the number of pages after it: the newest one is archived last.
    pub(super) fn placement(&mut self, page: &Planned, later: u64) -> Placement {
        let at = self.import.now.minus(TICK * tick(later));
        let Some(shelf) = page.section.and_then(|section| self.shelves.get_mut(section)) else {
            return Placement::REPOSITORY;
        };
        shelf.last = at.max(version_after(shelf.last));
        Placement::Archived { section: shelf.id, at: shelf.last, by: self.import.owner }
    }
}
