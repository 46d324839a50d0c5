//! Adds the accounts and the lore to a facility through the services: every step is checked, numbered and audited as
//! if users had taken it, each at its own time within the last year.

mod afterwards;
mod edits;

use super::Outcome;
use super::archive::{self, Filer};
use super::cast::{CAST, FIRST_ADMINISTRATOR, KEYS, Member, Part};
use super::dated::{DatedLore, REVIEWED_AFTER, SECOND_REVIEW_AFTER};
use super::lore::{Fate, Library, Lore};
use super::templates;
use super::unfinished::DRAFTS;
use crate::foundation::Foundation;
use facility_documents::text::{Category, DocumentText};
use facility_files::file::FilePath;
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

/// Age of the facility's setup.
const SET_UP: Duration = Duration::from_hours(24 * 366);
/// Time for which accounts without approval have waited.
const AT_THE_GATE: Duration = Duration::from_hours(30);
const HOUR: Duration = Duration::from_hours(1);
/// Number of passwords hashed concurrently.
const REGISTERING: usize = 2;

/// Fills an empty facility. Errors: it is not empty, or a service refuses a step, which leaves it incomplete.
pub async fn fill(base: &Foundation, app: &App, library: Library) -> Outcome<()> {
    let now = base.clock.now();
    let scene = Scene { base, app, now };
    let people = scene.gather().await?;
    let Library { mut lore, edits, comments, files } = library;
    // A fixed order for documents of the same age.
    lore.sort_by(|a, b| b.age.cmp(&a.age).then_with(|| a.title.cmp(&b.title)));
    let mut told: Vec<DatedLore> = (0..).zip(&lore).map(|(nth, lore)| DatedLore::of(lore, nth, now)).collect();
    told.sort_by_key(|told| told.at);
    let carried = try_join_all(told.iter().map(|told| scene.carry(&people, told, &files))).await?;
    // Polled in order, and the single writer takes them in that order: incidents get their numbers by age.
    let sent = told.iter().zip(carried).map(|(told, path)| scene.send_in(&people, told, path));
    let sent = try_join_all(sent).await?;
    // One after another: documents are listed in the order in which they were published, and their dates follow it.
    let mut decisions: Vec<(&DatedLore, SubmissionId)> = told.iter().zip(sent).collect();
    decisions.sort_by_key(|(told, _)| told.decided_at());
    let mut published = BTreeMap::new();
    let mut filed = Vec::new();
    for (told, id) in decisions {
        if let Some(document) = scene.decide(&people, told, id).await? {
            published.insert(told.lore.title.as_str(), (document, told.lore));
            filed.push((told, document));
        }
    }
    let first = people.reviewers.last().ok_or("the list of administrators is empty")?;
    let services = &app.services;
    let first_day = scene.at(now.minus(SET_UP));
    templates::build(&services.records.templates, &first_day, first).await?;
    let sections = archive::build(&services.archive.sections, &first_day, first).await?;
    let mut filer = Filer { placements: &services.archive.placements, sections, now, requests: 0 };
    for (told, document) in filed {
        filer.file(base, told, (people.named(&told.lore.author)?, first), document).await?;
    }
    scene.write_drafts(&people).await?;
    scene.edit_all(&people, &published, edits).await?;
    scene.comment_all(&people, &published, comments).await?;
    scene.delete_some(&people, &published).await?;
    scene.read_old_news(&people).await
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

    /// Returns the reviewers for the first and second step; an author does not review their own.
    fn reviewers(&self, author: &Actor, at: Timestamp) -> Outcome<[&AdminActor; 2]> {
        let mut able = self.reviewers.iter().filter(|reviewer| reviewer.user_id != author.user_id);
        let (Some(first), Some(second)) = (able.next(), able.next()) else {
            return Err("there are not enough administrators".into());
        };
        let turned = (at.as_micros() / 1_000_000) % 2 == 1;
        Ok(if turned { [second, first] } else { [first, second] })
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

struct Scene<'a> {
    base: &'a Foundation,
    app: &'a App,
    now: Timestamp,
}

impl Scene<'_> {
    /// Returns the context of an action at this time.
    fn at(&self, now: Timestamp) -> RequestContext {
        RequestContext { now: now.max(self.now.minus(SET_UP)).min(self.now), ..self.base.context() }
    }

    /// Saves what is not finished.
    async fn write_drafts(&self, people: &People) -> Outcome<()> {
        for unfinished in DRAFTS {
            let (author, at) = (people.named(unfinished.author)?, self.at(self.now.minus(unfinished.age)));
            let text = DraftText::parse(unfinished.input())?;
            self.app.services.proposals.drafts.create(&at, author, text, None, None).await?;
        }
        Ok(())
    }

    /// Sets up the facility, and registers and approves all accounts.
    async fn gather(&self) -> Outcome<People> {
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
            stream::iter(CAST).map(|member| self.register(member)).buffered(REGISTERING).try_collect().await?;
        let mut people = People { accounts: BTreeMap::new(), reviewers: Vec::new() };
        for (member, user) in registered.iter().filter(|(member, _)| member.part != Part::Waiting) {
            let let_in = self.let_in(&first, member, user).await?;
            people.reviewers.extend(admin(&let_in));
            people.accounts.insert(let_in.username.clone(), let_in);
        }
        people.reviewers.push(first);
        Ok(people)
    }

    async fn register<'m>(&self, member: &'m Member) -> Outcome<(&'m Member, User)> {
        let waiting = member.part == Part::Waiting;
        let since = if waiting { AT_THE_GATE } else { SET_UP };
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

    async fn let_in(&self, first: &AdminActor, member: &Member, user: &User) -> Outcome<Actor> {
        let (first_day, level) = (self.at(self.now.minus(SET_UP)), Clearance::parse(member.level.into())?);
        let rights = &self.app.services.accounts.administration;
        let mut user = rights.approve(&first_day, first, user.id, level, member.key).await?;
        if member.part == Part::Administrator {
            user = rights.make_admin(&first_day, first, user.id).await?;
        }
        Ok(actor(&user))
    }

    /// Uploads and claims a document's file and returns its path.
    async fn carry(
        &self,
        people: &People,
        told: &DatedLore<'_>,
        files: &BTreeMap<String, Vec<u8>>,
    ) -> Outcome<Option<FilePath>> {
        let Some(name) = &told.lore.attachment else { return Ok(None) };
        let bytes = files.get(name).ok_or_else(|| format!("the file {name} does not exist"))?.clone();
        let (context, author) = (self.at(told.at), people.named(&told.lore.author)?);
        let uploads = &self.app.services.proposals.uploads;
        let ticket = uploads.request(&context, author).await?;
        let incoming = Incoming {
            filename: Some(name.clone()),
            content_type: None,
            announced_bytes: None,
            body: Box::pin(stream::iter([Ok(bytes.into())])),
        };
        uploads.receive(&context, author, &ticket, incoming).await?;
        let url = format!("/api/objects/upload/{}", ticket.expose());
        Ok(Some(uploads.claim(&context, author, "", &url).await?))
    }

    async fn send_in(&self, people: &People, told: &DatedLore<'_>, file: Option<FilePath>) -> Outcome<SubmissionId> {
        let Lore { title, content, category, author, released_in, .. } = told.lore;
        // An incident's title is replaced by its number.
        let content = match category {
            Category::Incident => format!("# {title}\n\n{content}"),
            _ => content.clone(),
        };
        let text =
            DocumentText::parse(title, &content, category.as_str()).map_err(|errors| format!("{title}: {errors:?}"))?;
        let scheduled_release_at = released_in.map(|time| self.now.plus(time));
        let manuscript = SubmissionInput { text, file, scheduled_release_at, resubmission_of: None };
        let submissions = &self.app.services.proposals.submissions;
        let sent = submissions.submit(&self.at(told.at), people.named(author)?, manuscript, None).await;
        Ok(sent.map_err(|error| format!("{title}: {error}"))?.case.id)
    }

    /// Reviews a submission up to its intended status. Returns its document, if it has one.
    async fn decide(&self, people: &People, told: &DatedLore<'_>, id: SubmissionId) -> Outcome<Option<DocumentId>> {
        let Lore { author, fate, level, .. } = told.lore;
        let [first, second] = people.reviewers(people.named(author)?, told.at)?;
        let level = Clearance::parse((*level).into())?;
        let review = |max_approval_steps: Option<i32>| Review {
            decision: ReviewDecision::Approve(level),
            comments: None,
            max_approval_steps,
            release: ReleaseDate::Keep,
        };
        let reviewed_at = told.at.plus(REVIEWED_AFTER);
        let reviews = &self.app.services.proposals.reviews;
        let mut document = None;
        match fate {
            Fate::Waiting => {}
            Fate::Rejected(reason) => {
                let review =
                    Review { decision: ReviewDecision::Reject, comments: Some(reason.clone()), ..review(None) };
                reviews.review(&self.at(reviewed_at), first, id, review).await?;
            }
            Fate::HalfApproved => {
                reviews.review(&self.at(told.at.plus(HOUR)), first, id, review(Some(2))).await?;
            }
            Fate::Published => {
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
