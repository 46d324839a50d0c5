//! Proposes the edits of the demo, and decides the older ones.

use super::{DemoFill, Outcome, People, REVIEWED_AFTER, SECOND_REVIEW_AFTER};
use crate::demo::lore::{Lore, LoreEdit};
use facility_documents::text::DocumentText;
use facility_kernel::{Clearance, DocumentId};
use facility_submissions::case::{REVIEW_WINDOW, Status};
use facility_submissions::edits::review::EditReview;
use facility_submissions::services::edits::Proposal;
use std::collections::BTreeMap;

/// The published documents by title.
pub(super) type Published<'a> = BTreeMap<&'a str, (DocumentId, &'a Lore)>;

impl DemoFill<'_> {
    /// Proposes the edits, oldest first, and decides those that are older than the time limit for reviews.
    pub(super) async fn edit_all(
        &self,
        people: &People,
        published: &Published<'_>,
        mut edits: Vec<LoreEdit>,
    ) -> Outcome<()> {
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.age));
        // The content of each version, oldest first.
        let mut contents: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for edit in &edits {
            let title = edit.document.as_str();
            let (id, lore) = published.get(title).ok_or_else(|| format!("{title} is not published"))?;
            let versions = contents.entry(title).or_insert_with(|| vec![lore.content.clone()]);
            let nth = edit.base.map_or(versions.len(), |base| usize::try_from(base).unwrap_or_default());
            let [old, new] = &edit.passage;
            let base = versions.get(nth.wrapping_sub(1)).ok_or_else(|| format!("{title}: no version {nth}"))?;
            let content = base.replacen(old, new, 1);
            if self.edit(people, (*id, lore), edit, &content).await? {
                versions.push(content);
            }
        }
        Ok(())
    }

    /// Proposes an edit with this content, and decides it if it is old enough. Returns whether it was approved.
    async fn edit(
        &self,
        people: &People,
        (id, lore): (DocumentId, &Lore),
        edit: &LoreEdit,
        content: &str,
    ) -> Outcome<bool> {
        let (author, title) = (people.named(&lore.author)?, &lore.title);
        let category = edit.category.unwrap_or(lore.category);
        let text =
            DocumentText::parse(title, content, category.as_str()).map_err(|errors| format!("{title}: {errors:?}"))?;
        let proposal = Proposal {
            text,
            clearance: Clearance::parse(edit.level.unwrap_or(lore.level).into())?,
            files: None,
            change_description: edit.description.clone(),
            base_version: edit.base,
            resubmission_of: None,
        };
        let proposed_at = self.now.minus(edit.age);
        let services = &self.app.services;
        let proposed = services.proposals.edits.propose(&self.at(proposed_at), author, id, proposal, None).await;
        let proposed = proposed.map_err(|error| format!("edit of {title}: {error}"))?;
        if edit.age < REVIEW_WINDOW {
            return Ok(false);
        }
        let status = if edit.rejection.is_some() { "rejected" } else { "approved" };
        let review = EditReview::parse(status, edit.rejection.clone())?;
        let reviewed_at = proposed_at.plus(REVIEWED_AFTER);
        let reviews = &services.proposals.edit_reviews;
        let [first, second] = people.reviewers(author, reviewed_at)?;
        let mut taken = reviews.review(&self.at(reviewed_at), first, proposed.edit.case.id, review.clone()).await?;
        if taken.edit.case.status == Status::Pending {
            let later = self.at(reviewed_at.plus(SECOND_REVIEW_AFTER));
            taken = reviews.review(&later, second, proposed.edit.case.id, review).await?;
        }
        Ok(taken.edit.case.status == Status::Approved)
    }
}
