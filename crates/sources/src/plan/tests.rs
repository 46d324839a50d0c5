//! What becomes of pages: one test for each rule.

use super::authors::{BECOMES_ACCOUNT, SAME_NAME, STAYS_TEXT};
use super::checks::TOO_LONG;
use super::making::{CHANGED_TWICE, NOT_ACCEPTED, TAGS, TITLE_OF_FILE, UNKNOWN_CATEGORY};
use super::sections::TOO_MANY_SECTIONS;
use super::titles::SAME_TITLE;
use super::writing::Targets;
use super::*;
use crate::collection::{Collection, Location, NO_FILE, Revision};
use crate::report::{Ending, Report};
use std::collections::HashMap;

fn page(path: &str, markdown: &str) -> Page {
    let revision = Revision { markdown: markdown.to_owned(), ..Revision::default() };
    Page { path: path.to_owned(), revisions: vec![revision], ..Page::default() }
}

fn options(r#become: Become) -> Options {
    let now = "2026-11-30T00:00:00Z".parse().unwrap();
    let map = Map::default();
    Options {
        r#become,
        map,
        splits_long: false,
        adds_folders: false,
        authors: Authors::AsText,
        makes_sections: false,
        now,
    }
}

fn documents() -> Options {
    options(Become::Documents(Clearance::MIN))
}

fn plan(pages: Vec<Page>, options: Options) -> Plan {
    let file = |path: &str| SourceFile { path: path.to_owned(), location: Location::Disk(path.into()) };
    let files = ["img/map.png", "plan.pdf", "notes.txt", "run.exe"].map(file).to_vec();
    Plan::new(Collection { pages, files, ..Collection::default() }, &HashMap::new(), options)
}

/// The last text of a page, with the number of a page as its label.
fn text(plan: &Plan, at: usize) -> String {
    let is_document = matches!(plan.options.r#become, Become::Documents(_));
    let label = |page: usize| plan.label(page, || is_document.then(|| format!("DOC-{page}")));
    let picture = |_file: usize| Some("7b0c1b2e-0000-4000-8000-000000000001".parse().unwrap());
    plan.versions(at, &Targets { label: &label, picture: &picture }, true).pop().unwrap().content
}

fn causes(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.cause).collect()
}

#[test]
fn what_has_no_place_here_stays_at_the_end_of_the_text() {
    let mut one = page("a.md", "# A\n\nText.\n");
    (one.category, one.tags) = (Some("npc".to_owned()), vec!["x".to_owned(), "y".to_owned()]);
    one.revisions[0].author = Some("Edda".to_owned());
    let plan = plan(vec![one], documents());
    let whole = "# A\n\nText.\n\nCategory: npc\n\nTags: x, y\n\nWritten by Edda in the source\n";
    assert_eq!((text(&plan, 0).as_str(), plan.pages[0].category), (whole, Category::Other));
    assert_eq!(causes(&plan.changes), [UNKNOWN_CATEGORY, TAGS]);
}

fn written_by(path: &str, authors: &[&str]) -> Page {
    let revision = |author: &&str| Revision {
        markdown: format!("# {path}"),
        author: Some((*author).to_owned()),
        ..Revision::default()
    };
    Page { path: path.to_owned(), revisions: authors.iter().map(revision).collect(), ..Page::default() }
}

#[test]
fn authors_become_accounts_if_user_names_can_be_made_of_theirs() {
    let map = Map::parse("[author]\n\"李雷\" = \"li-lei\"\n").unwrap();
    let pages = vec![
        written_by("a.md", &["Edda Marsh", "edda marsh"]),
        written_by("b.md", &["Edda-Marsh", "李雷", "192.0.2.7"]),
    ];
    let plan = plan(pages, Options { authors: Authors::AsAccounts, map, ..documents() });
    let accounts: Vec<(&str, &str)> = plan.accounts.iter().map(|(name, user)| (name.as_str(), user.as_str())).collect();
    assert_eq!(accounts, [("Edda Marsh", "Edda-Marsh"), ("edda marsh", "edda-marsh"), ("李雷", "li-lei")]);
    let mut found: Vec<(&str, &str)> = plan.changes.iter().map(|change| (change.path.as_str(), change.cause)).collect();
    found.retain(|(_, cause)| *cause != BECOMES_ACCOUNT);
    assert_eq!(found, [("192.0.2.7", STAYS_TEXT), ("Edda-Marsh", SAME_NAME)]);
    assert_eq!(text(&plan, 0), "# a.md");
    assert_eq!(text(&plan, 1), "# b.md\n\nWritten by Edda-Marsh, 192.0.2.7 in the source\n");
    let targets = Targets { label: &|_| None, picture: &|_| None };
    let versions = plan.versions(1, &targets, false);
    let told: Vec<_> = versions.iter().map(|one| (one.author.as_deref(), one.description.as_deref())).collect();
    let of_text = |name: &'static str| (None, Some(name));
    assert_eq!(
        told,
        [of_text("by Edda-Marsh in the source"), (Some("李雷"), None), of_text("by 192.0.2.7 in the source")]
    );
}

#[test]
fn folders_become_sections_of_the_archive() {
    let paths = [
        "wiki/a.md",
        "wiki/doors/red.md",
        "wiki/doors/old/index.md",
        "wiki/Bells/Old/milk.md",
        "wiki/1/2/3/4/5/6/deep.md",
    ];
    let pages = paths.iter().map(|path| page(path, &format!("# {path}"))).collect();
    let plan = plan(pages, Options { makes_sections: true, ..documents() });
    let sections: Vec<_> = plan.sections.iter().map(|one| (one.name.as_str(), one.parent)).collect();
    let digits = [("1", None), ("2", Some(4)), ("3", Some(5)), ("4", Some(6)), ("5", Some(7))];
    let named = [("doors", None), ("doors / old", Some(0)), ("Bells", None), ("Bells / Old", Some(2))];
    assert_eq!(sections, [named.as_slice(), &digits].concat());
    let places: Vec<_> = plan.pages.iter().map(|page| page.section).collect();
    assert_eq!(places, [None, Some(0), Some(1), Some(3), Some(8)]);
}

#[test]
fn more_folders_than_the_archive_has_sections_are_a_fault() {
    let pages = (0..501).map(|n| page(&format!("{n}/a{n}.md"), &format!("# {n}"))).collect();
    let plan = plan(pages, Options { makes_sections: true, ..documents() });
    assert_eq!(causes(&plan.faults), [TOO_MANY_SECTIONS]);
}

#[test]
fn links_become_links_to_records() {
    let pages = vec![
        page(
            "a.md",
            "[[b|the *door*]], [x](people/b.md#keys), [`y`](people/b.md), ![[b]], [[gone]]\n\n| a |\n|---|\n| [[b]] |\n",
        ),
        page("people/b.md", "# The Door\n\n## Keys\n"),
    ];
    let whole = "[[DOC-1|the \\*door\\*]], [[DOC-1#keys|x]], [[DOC-1|y]], [[DOC-1|b]], [[gone]]\n\n| a |\n|---|\n| [[DOC-1\\|b]] |\n";
    assert_eq!(text(&plan(pages, documents()), 0), whole);
}

#[test]
fn pictures_are_shown_and_other_files_are_attached() {
    let plan =
        plan(vec![page("a.md", "![alt|200](img/map.png) [[plan.pdf]] [n](notes.txt) ![[map.png]]\n")], documents());
    let id = "7b0c1b2e-0000-4000-8000-000000000001";
    assert_eq!(text(&plan, 0), format!("![alt|200](file:{id}) [[plan.pdf]] [n](notes.txt) ![map](file:{id})\n"));
    assert_eq!((plan.attachments(0), plan.wanted()), (vec![1, 2], BTreeSet::from([0, 1, 2])));
    assert_eq!(causes(&plan.changes), [TITLE_OF_FILE]);
}

#[test]
fn refused_picture_stays_text_and_a_kind_that_is_not_accepted_is_a_fault() {
    let mut plan = plan(vec![page("a.md", "# A\n\n![[map.png]] [[run.exe]]")], documents());
    assert_eq!(causes(&plan.faults), [NOT_ACCEPTED]);
    plan.refuse(0, "picture cannot be decoded", String::new());
    assert_eq!(text(&plan, 0), "# A\n\n![[map.png]] [[run.exe]]");
    assert!(plan.wanted().is_empty());
}

#[test]
fn a_title_that_occurs_twice_is_a_fault_or_gets_its_folder() {
    let pages = || vec![page("a.md", "# Door"), page("b/a.md", "# door"), page("c/b/index.md", "# Door")];
    let refused = plan(pages(), documents());
    assert_eq!(causes(&refused.faults), [SAME_TITLE; 2]);
    let named = plan(pages(), Options { adds_folders: true, ..documents() });
    let titles: Vec<&str> = named.pages.iter().map(|page| page.title.as_str()).collect();
    assert_eq!(titles, ["Door", "door (b)", "Door (c)"]);
}

#[test]
fn links_of_submissions_name_titles() {
    let pages = vec![page("a.md", "# A\n\n[[b|x]] [[c]]"), page("b.md", "# The Door"), page("c.md", "# C#")];
    assert_eq!(text(&plan(pages, options(Become::Submissions)), 0), "# A\n\n[[The Door|x]] [[c]]");
}

#[test]
fn history_becomes_versions_with_dates_and_authors() {
    let revision = |markdown: &str, author: &str, at: &str| Revision {
        markdown: markdown.to_owned(),
        author: Some(author.to_owned()),
        at: Some(at.to_owned()),
        comment: Some("fixed".to_owned()),
    };
    let revisions = vec![
        revision("# A", "Edda", "2010-01-01T00:00:00Z"),
        revision(" ", "Edda", "2011-01-01T00:00:00Z"),
        revision("# A\n\nMore", "Bray", "2012-01-01T00:00:00Z"),
    ];
    let plan = plan(vec![Page { path: "a".to_owned(), revisions, ..Page::default() }], documents());
    let (label, picture) = (|_: usize| None, |_: usize| None);
    let versions = plan.versions(0, &Targets { label: &label, picture: &picture }, false);
    let shown: Vec<String> = versions
        .iter()
        .map(|version| format!("{:?} {}", version.content, version.description.as_deref().unwrap()))
        .collect();
    assert_eq!(
        shown,
        [
            "\"# A\" fixed (by Edda in the source)",
            "\"# A\\n\\nMore\\n\\nWritten by Edda, Bray in the source\\n\" fixed (by Bray in the source)"
        ]
    );
    assert_eq!(plan.dates()[0].1.to_string(), "2010-01-01T00:00:00.000Z");
}

#[test]
fn long_text_is_a_fault_or_split() {
    let long = format!("# A\n\n{}", "word ".repeat(50_000));
    let refused = plan(vec![page("a.md", &long)], documents());
    assert_eq!(causes(&refused.faults), [TOO_LONG]);
    let split = plan(vec![page("a.md", &long)], Options { splits_long: true, ..documents() });
    let found: Vec<(&str, &str)> =
        split.pages.iter().map(|page| (page.page.path.as_str(), page.title.as_str())).collect();
    assert_eq!(found, [("a.md", "A"), ("a.md#2", "A (part 2)")]);
    assert_eq!(text(&split, 0) + &text(&split, 1), long);
}

#[test]
fn a_page_that_was_imported_is_recognized_by_its_content() {
    let first = plan(vec![page("a.md", "# A"), page("b.md", "# B"), page("c.md", "# C")], documents());
    let known = |at: usize, is_untouched| Known {
        hash: first.pages[at].hash.clone(),
        record: String::new(),
        is_document: true,
        is_untouched,
    };
    let earlier = HashMap::from([
        ("a.md".to_owned(), known(0, true)),
        ("b.md".to_owned(), known(1, true)),
        ("c.md".to_owned(), known(2, false)),
        ("d.md".to_owned(), known(2, true)),
    ]);
    let pages = vec![page("a.md", "# A"), page("b.md", "# B\n\nNew"), page("c.md", "# C\n\nNew")];
    let plan = Plan::new(Collection { pages, ..Collection::default() }, &earlier, documents());
    let states: Vec<bool> = plan.pages.iter().map(|page| matches!(page.state, State::Changed(_))).collect();
    assert_eq!((states.as_slice(), plan.gone), (&[false, true, false][..], 1));
    assert_eq!(causes(&plan.changes), [CHANGED_TWICE]);
}

#[test]
fn report_groups_by_cause_and_counts_links() {
    let pages = vec![
        page("a.md", "# A\n\n[[b]] [[gone]] [[c]]"),
        page("b.md", "# B\n\n:::level 9\n"),
        page("c.md", "# C\n\nText"),
        page("d.md", "# c\n\nText"),
        page("e.md", "# C\n\nText"),
    ];
    let plan = plan(pages, documents());
    let report = Report::of(&plan);
    let text = report.text(Ending { is_dry_run: true, skips_faults: false });
    for line in [
        "FAULTS  3 in 2 causes",
        "      2  two notes have one title      --same-title folder",
        "d.md                         c, like c.md",
        "      1  resolve, 50.0 % of those whose target is in the source",
        "      1  target is in the source, but has a fault (1) or two meanings (0)",
        "      1  target is not in the source, kept as text",
        "  --on-fault skip         imports 2 records and leaves 3 items out",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(report.json().contains("\"keptAsText\""));
}

#[test]
fn a_missing_picture_is_told_once() {
    let told = Finding::of(NO_FILE, "b.md", "gone.png").at(7);
    let pages = vec![page("a.md", "# A\n\n![](gone.png)"), page("b.md", "# B\n\n![](gone.png)")];
    let collection = Collection { pages, changes: vec![told.clone()], ..Collection::default() };
    let plan = Plan::new(collection, &HashMap::new(), documents());
    assert_eq!(plan.changes, [told, Finding::of(NO_FILE, "a.md", "gone.png").at(3)]);
}
