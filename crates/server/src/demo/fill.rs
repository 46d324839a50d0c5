//! Adds the accounts and the lore to a facility through the services. Every step is checked, numbered and audited as if
//! a user had taken it at a certain time within the last year.

mod afterwards;
mod edits;

use super::Outcome;
use super::archive::{self, Filer};
use super::cast::{CAST, FIRST_ADMINISTRATOR, KEYS, Member, Role};
use super::dated::{DatedLore, REVIEWED_AFTER, SECOND_REVIEW_AFTER};
use super::drafts::DRAFTS;
use super::lore::{Library, Lore, LoreStatus};
use super::templates;
use crate::foundation::Foundation;
use facility_documents::text::{Category, DocumentText};
use facility_files::file::FilePath;
use facility_files::upload::UploadKind;
use facility_files::uploads::Incoming;
use facility_kernel::{
    AccessKey, Actor, AdminActor, Clearance, DocumentId, RequestContext, Secret, SubmissionId, Timestamp,
};
use facility_submissions::draft::DraftText;
use facility_submissions::review::{ReleaseDate, Review, ReviewDecision};
use facility_submissions::services::submissions::SubmissionInput;
use facility_users::services::operator::ConfiguredSecrets;
use facility_users::services::registration::RegistrationRequest;
use facility_users::user::User;
use facility_web::state::App;
use futures_util::future::try_join_all;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use std::collections::BTreeMap;
use std::time::Duration;

/// Time since the setup of the facility.
const SET_UP: Duration = Duration::from_hours(24 * 366);
/// Time for which accounts have been waiting for approval.
const WAITING_FOR_APPROVAL: Duration = Duration::from_hours(30);
const HOUR: Duration = Duration::from_hours(1);
/// Number of passwords hashed concurrently.
const CONCURRENT_HASHES: usize = 2;

/// Fills an empty facility. Errors: it is not empty, or a service refuses a step, which leaves it incomplete.
pub async fn fill(base: &Foundation, app: &App, library: Library) -> Outcome<()> {
    let now = base.clock.now();
    let fill = DemoFill { base, app, now };
    let people = fill.create_accounts().await?;
    let Library { mut lore, edits, comments, files } = library;
    // Makes the order of documents of the same age deterministic.
    lore.sort_by(|a, b| b.age.cmp(&a.age).then_with(|| a.title.cmp(&b.title)));
    let mut dated: Vec<DatedLore> = (0..).zip(&lore).map(|(nth, lore)| DatedLore::of(lore, nth, now)).collect();
    dated.sort_by_key(|dated| dated.at);
    let uploaded = try_join_all(dated.iter().map(|dated| fill.upload_file(&people, dated, &files))).await?;
    // The futures are polled in order and the single writer keeps that order, so incidents are numbered by age.
    let sent = dated.iter().zip(uploaded).map(|(dated, path)| fill.submit(&people, dated, path));
    let sent = try_join_all(sent).await?;
    // One after another, because lists show documents in the order in which they were published, which must match their
    // dates.
    let mut decisions: Vec<(&DatedLore, SubmissionId)> = dated.iter().zip(sent).collect();
    decisions.sort_by_key(|(dated, _)| dated.decided_at());
    let mut published = BTreeMap::new();
    let mut filed = Vec::new();
    for (dated, id) in decisions {
        if let Some(document) = fill.decide(&people, dated, id).await? {
            published.insert(dated.lore.title.as_str(), (document, dated.lore));
            filed.push((dated, document));
        }
    }
    let first = people.reviewers.last().ok_or("the list of administrators is empty")?;
    let services = &app.services;
    let first_day = fill.at(now.minus(SET_UP));
    templates::build(&services.records.templates, &first_day, first).await?;
    let sections = archive::build(&services.archive.sections, &first_day, first).await?;
    let mut filer = Filer { placements: &services.archive.placements, sections, now, requests: 0 };
    for (dated, document) in filed {
        filer.file(base, dated, (people.named(&dated.lore.author)?, first), document).await?;
    }
    fill.write_drafts(&people).await?;
    fill.edit_all(&people, &published, edits).await?;
    fill.comment_all(&people, &published, comments).await?;
    fill.delete_some(&people, &published).await?;
    fill.read_old_news(&people).await
}

/// The actors by name.
struct People {
    accounts: BTreeMap<String, Actor>,
    reviewers: Vec<AdminActor>,
}

impl People {
    fn named(&self, name: &str) -> Outcome<&Actor> {
        Ok(self.accounts.get(name).ok_or_else(|| format!("{name} has no account"))?)
    }

    /// Returns the reviewers for the first and second step. Authors do not review their own submissions.
    fn reviewers(&self, author: &Actor, at: Timestamp) -> Outcome<[&AdminActor; 2]> {
        let mut able = self.reviewers.iter().filter(|reviewer| reviewer.user_id != author.user_id);
        let (Some(first), Some(second)) = (able.next(), able.next()) else {
            return Err("there are not enough administrators".into());
        };
        let swap = (at.as_micros() / 1_000_000) % 2 == 1;
        Ok(if swap { [second, first] } else { [first, second] })
    }
}

fn actor(user: &User) -> Actor {
    Actor {
        user_id: user.id,
        username: user.username.clone(),
        clearance: user.clearance_level,
        is_admin: user.is_admin,
        session_id: None,
    }
}

#[expect(clippy::disallowed_methods, reason = "the demo acts for its administrators without requests")]
fn admin(actor: &Actor) -> Option<AdminActor> {
    AdminActor::of(actor)
}

struct DemoFill<'a> {
    base: &'a Foundation,
    app: &'a App,
    now: Timestamp,
}

impl DemoFill<'_> {
    /// Returns the context of an action at this time.
    fn at(&self, now: Timestamp) -> RequestContext {
        RequestContext { now: now.max(self.now.minus(SET_UP)).min(self.now), ..self.base.context() }
    }

    /// Creates the drafts.
    async fn write_drafts(&self, people: &People) -> Outcome<()> {
        for draft in DRAFTS {
            let (author, at) = (people.named(draft.author)?, self.at(self.now.minus(draft.age)));
            let text = DraftText::parse(draft.input())?;
            self.app.services.proposals.drafts.create(&at, author, text, None, None).await?;
        }
        Ok(())
    }

    /// Sets up the facility, and registers and approves all accounts.
    async fn create_accounts(&self) -> Outcome<People> {
        let first_day = self.at(self.now.minus(SET_UP));
        let (name, password) = FIRST_ADMINISTRATOR;
        let given = ConfiguredSecrets {
            admin_password: Some(Secret::new(password)),
            emergency_key: Some(Secret::new(KEYS.0)),
            master_key: Some(Secret::new(KEYS.1)),
        };
        if self.base.operator().initialize(&first_day, given).await?.is_none() {
            return Err("this facility is already set up; the demo needs an empty one".into());
        }
        let first = self.app.services.accounts.registration.users.find_by_name(name).await?;
        let first = first.and_then(|found| admin(&actor(&found.user)));
        let first = first.ok_or("the first administrator is missing")?;
        let registered: Vec<(&Member, User)> =
            stream::iter(CAST).map(|member| self.register(member)).buffered(CONCURRENT_HASHES).try_collect().await?;
        let mut people = People { accounts: BTreeMap::new(), reviewers: Vec::new() };
        for (member, user) in registered.iter().filter(|(member, _)| member.role != Role::Waiting) {
            let approve = self.approve(&first, member, user).await?;
            people.reviewers.extend(admin(&approve));
            people.accounts.insert(approve.username.clone(), approve);
        }
        people.reviewers.push(first);
        Ok(people)
    }

    async fn register<'m>(&self, member: &'m Member) -> Outcome<(&'m Member, User)> {
        let waiting = member.role == Role::Waiting;
        let since = if waiting { WAITING_FOR_APPROVAL } else { SET_UP };
        // Registering with `command` or `developer` requests rights that only an administrator can grant.
        let claims = member.key.claims_admin() && !waiting;
        let key = if claims { AccessKey::Subject } else { member.key };
        let request = RegistrationRequest {
            username: member.username.to_owned(),
            password: Secret::new(member.password),
            access_key: key.as_str().to_owned(),
            email: Some(format!("{}@tarn-hollow.example", member.username)),
        };
        Ok((member, self.app.services.accounts.registration.register(&self.at(self.now.minus(since)), request).await?))
    }

    async fn approve(&self, first: &AdminActor, member: &Member, user: &User) -> Outcome<Actor> {
        let (first_day, level) = (self.at(self.now.minus(SET_UP)), Clearance::parse(member.level.into())?);
        let rights = &self.app.services.accounts.administration;
        let mut user = rights.approve(&first_day, first, user.id, level, member.key).await?;
        if member.role == Role::Administrator {
            user = rights.make_admin(&first_day, first, user.id).await?;
        }
        Ok(actor(&user))
    }

    /// Uploads and claims the file of a document, if it has one. Returns its path.
    async fn upload_file(
        &self,
        people: &People,
        dated: &DatedLore<'_>,
        files: &BTreeMap<String, Vec<u8>>,
    ) -> Outcome<Option<FilePath>> {
        let Some(name) = &dated.lore.attachment else { return Ok(None) };
        let bytes = files.get(name).ok_or_else(|| format!("the file {name} does not exist"))?.clone();
        let (context, author) = (self.at(dated.at), people.named(&dated.lore.author)?);
        let uploads = &self.app.services.proposals.uploads;
        let ticket = uploads.request(&context, author, UploadKind::File).await?;
        let incoming = Incoming {
            filename: Some(name.clone()),
            content_type: None,
            announced_bytes: None,
            body: Box::pin(stream::iter([Ok(bytes.into())])),
        };
        uploads.receive(&context, author, &ticket, incoming).await?;
        let url = format!("/api/objects/upload/{}", ticket.expose());
        Ok(Some(uploads.claim(&context, author, &url).await?.path()))
    }

    async fn submit(&self, people: &People, dated: &DatedLore<'_>, file: Option<FilePath>) -> Outcome<SubmissionId> {
        let Lore { title, content, category, author, released_in, .. } = dated.lore;
        // An incident's title is replaced by its number.
        let content = match category {
            Category::Incident => format!("# {title}\n\n{content}"),
            _ => content.clone(),
        };
        let text =
            DocumentText::parse(title, &content, category.as_str()).map_err(|errors| format!("{title}: {errors:?}"))?;
        let scheduled_release_at = released_in.map(|time| self.now.plus(time));
        let files = file.into_iter().collect();
        let manuscript = SubmissionInput { text, files, scheduled_release_at, resubmission_of: None };
        let submissions = &self.app.services.proposals.submissions;
        let sent = submissions.submit(&self.at(dated.at), people.named(author)?, manuscript, None).await;
        Ok(sent.map_err(|error| format!("{title}: {error}"))?.case.id)
    }

    /// Reviews a submission up to its intended status. Returns the published document, if there is one.
    async fn decide(&self, people: &People, dated: &DatedLore<'_>, id: SubmissionId) -> Outcome<Option<DocumentId>> {
        let Lore { author, status, level, .. } = dated.lore;
        let [first, second] = people.reviewers(people.named(author)?, dated.at)?;
        let level = Clearance::parse((*level).into())?;
        let review = |max_approval_steps: Option<i32>| Review {
            decision: ReviewDecision::Approve(level),
            comments: None,
            max_approval_steps,
            release: ReleaseDate::Keep,
        };
        let reviewed_at = dated.at.plus(REVIEWED_AFTER);
        let reviews = &self.app.services.proposals.reviews;
        let mut document = None;
        match status {
            LoreStatus::Waiting => {}
            LoreStatus::Rejected(reason) => {
                let review =
                    Review { decision: ReviewDecision::Reject, comments: Some(reason.clone()), ..review(None) };
                reviews.review(&self.at(reviewed_at), first, id, review).await?;
            }
            LoreStatus::HalfApproved => {
                reviews.review(&self.at(dated.at.plus(HOUR)), first, id, review(Some(2))).await?;
            }
            LoreStatus::Published => {
                let mut taken = reviews.review(&self.at(reviewed_at), first, id, review(None)).await?;
                if taken.record().submission.document_id.is_none() {
                    let later = self.at(reviewed_at.plus(SECOND_REVIEW_AFTER));
                    taken = reviews.review(&later, second, id, review(None)).await?;
                }
                document = taken.record().submission.document_id;
            }
        }
        Ok(document)
    }
}
