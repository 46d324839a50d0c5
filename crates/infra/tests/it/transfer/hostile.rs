//! Damaged and hostile archives are refused with the name of the bad member, and change nothing.

use super::{Members, append, compressed, export, fill, id, import, members, order, packed, replace, stored};
use crate::harness::{Fixture, on_each_database};
use facility_infra::transfer::export::ExportOptions;
use facility_transfer::error::TransferError;
use tar::{Builder, EntryType};

on_each_database![
    each_damaged_member_is_named_and_nothing_changes,
    archives_that_end_too_early_are_refused,
    members_that_no_export_has_are_refused,
    records_that_this_program_cannot_read_are_refused,
    archives_that_expand_too_much_are_refused,
];

async fn source() -> (Vec<String>, Members, Vec<u8>) {
    let source = Fixture::sqlite();
    fill(&source).await;
    let archive = export(&source, ExportOptions { credentials: true, drafts: true }).await.unwrap();
    (order(&archive), members(&archive), archive)
}

/// Imports an archive that must be refused, and checks that nothing changed. Returns the error's text.
async fn refused(f: &Fixture, archive: &[u8]) -> String {
    let error = import(f, archive).await.unwrap_err();
    assert!(matches!(error, TransferError::Damaged { .. } | TransferError::TooLarge(_)), "{error:?}");
    for table in ["users", "documents", "audit_log", "uploads", "file_refs"] {
        assert_eq!(f.count(format!("SELECT count(*) AS n FROM {table}")).await, 0, "{table}: {error}");
    }
    assert_eq!(stored(f), Vec::<String>::new());
    error.to_string()
}

async fn each_damaged_member_is_named_and_nothing_changes(f: Fixture) {
    let (order, members, _) = source().await;
    for name in &order {
        let mut damaged = members.clone();
        let bytes = damaged.get_mut(name).unwrap();
        if let Some(byte) = bytes.last_mut() {
            *byte ^= 1;
        } else {
            bytes.push(b'x');
        }
        let error = refused(&f, &packed(&order, &damaged)).await;
        assert!(error.contains(name.as_str()), "{name}: {error}");
        let without: Vec<String> = order.iter().filter(|other| *other != name).cloned().collect();
        let error = refused(&f, &packed(&without, &members)).await;
        assert!(error.contains(&format!("{name} is missing")), "{name}: {error}");
    }
    // The undamaged archive is imported.
    import(&f, &packed(&order, &members)).await.unwrap();
}

async fn archives_that_end_too_early_are_refused(f: Fixture) {
    let (_, _, archive) = source().await;
    for length in [0, 3, archive.len() / 3, archive.len() / 2, archive.len() - 1] {
        let error = import(&f, &archive[..length]).await.unwrap_err();
        assert!(matches!(error, TransferError::Damaged { .. } | TransferError::Io(_)), "{length}: {error:?}");
    }
    for at in (0..archive.len()).step_by(97) {
        let mut flipped = archive.clone();
        flipped[at] ^= 0x10;
        // A few bits of the format have no meaning; the import then equals the export.
        if import(&f, &flipped).await.is_ok() {
            assert_eq!(members(&flipped), members(&archive), "{at}");
            return;
        }
        assert_eq!(f.count("SELECT count(*) AS n FROM users").await, 0, "{at}");
    }
}

async fn members_that_no_export_has_are_refused(f: Fixture) {
    let (order, members, _) = source().await;
    let whole = |change: &dyn Fn(&mut Builder<Vec<u8>>)| {
        let mut tar = Builder::new(Vec::new());
        change(&mut tar);
        for name in &order {
            append(&mut tar, name, EntryType::Regular, &members[name]);
        }
        compressed(&tar.into_inner().unwrap())
    };
    let (regular, twice) = (EntryType::Regular, "users.jsonl");
    for (name, kind, reason) in [
        ("../../etc/cron.d/x", regular, "has a name that is not allowed"),
        ("/etc/passwd", regular, "has a name that is not allowed"),
        ("documents/../users.jsonl", regular, "has a name that is not allowed"),
        ("sessions.jsonl", regular, "is of an unknown kind"),
        ("users.jsonl", EntryType::Symlink, "is not a regular file"),
        ("files/x", EntryType::Link, "is not a regular file"),
        ("documents", EntryType::Directory, "is not a regular file"),
        ("users.jsonl", EntryType::GNULongName, "is not a regular file"),
        ("users.jsonl", EntryType::XHeader, "is not a regular file"),
        ("users.jsonl", EntryType::GNUSparse, "is not a regular file"),
        (twice, regular, "is repeated"),
        ("manifest.json", regular, "is not a manifest"),
    ] {
        let error = refused(&f, &whole(&|tar| append(tar, name, kind, b"x"))).await;
        assert!(error.contains(reason) && error.contains(name), "{name}: {error}");
    }
    let extra = format!("documents/{}.md", id(0x999));
    let mut more = members.clone();
    more.insert(extra.clone(), Vec::new());
    let mut longer = order.clone();
    longer.insert(4, extra.clone());
    let error = refused(&f, &packed(&longer, &more)).await;
    assert!(error.contains(&format!("{extra} is not in the manifest")), "{error}");
    let mut moved = order.clone();
    moved.swap(0, 1);
    let error = refused(&f, &packed(&moved, &members)).await;
    assert!(error.contains("must come before"), "{error}");
}

async fn records_that_this_program_cannot_read_are_refused(f: Fixture) {
    let (order, members, _) = source().await;
    let document = format!("documents/{}.md", id(0x101));
    for (name, from, to, reason) in [
        (document.as_str(), "clearance_level: 1", "clearance_level: 9", "invalid value for clearance_level"),
        (&document, "category: \"RESEARCH\"", "category: \"RECIPE\"", "invalid value for category"),
        (&document, "is_archived: false", "is_archived: true", "is refused"),
        (&document, "is_archived: false", "is_archived: 0", "invalid value for is_archived"),
        (&document, "version: 2", "version: 2\nposition: 1", "a field position"),
        (&document, &id(0x101), &id(0x103), "has a different id than its name"),
        (&document, "file_path: \"/objects/", "file_path: \"/../", "invalid value for file_path"),
        (&document, &format!("submitted_by: \"{}", id(2)), &format!("submitted_by: \"{}", id(0x777)), "is refused"),
        ("users.jsonl", "\"Mercer\"", "\"Somebody\"", "invalid value for username_key"),
        ("users.jsonl", "\"theme\":\"green-matrix\"", "\"theme\":\"x\"", "is refused"),
        ("users.jsonl", "{\"access_key\"", "[\"access_key\"", "has an invalid line 1"),
        ("versions.jsonl", "\"id\":\"0", "\"id\":\"../0", "invalid value for id"),
        ("files.jsonl", "\"size\":", "\"size\":1", "is not the one that files.jsonl describes"),
        ("templates.jsonl", "\"name\":", "\"nickname\":", "a field nickname"),
        ("submissions.jsonl", "\"status\":\"pending\"", "\"status\":\"eaten\"", "is refused"),
        ("counters.jsonl", "7", "\"7\"", "invalid value for value"),
        ("comments.jsonl", "\"quote_level\":3", "\"quote_level\":null", "is refused"),
        ("comments.jsonl", "\"emergency-access\"", "\"somebody\"", "invalid value for deleted_by"),
        ("trash.jsonl", "\"clearance_level\":2", "\"clearance_level\":9", "invalid value for clearance_level"),
        ("trashed-rows.jsonl", "\"clearance_level\":2", "\"clearance_level\":9", "value for clearance_level"),
        (&document, "created_at: ", "created_at: -", "invalid value for created_at"),
        ("counters.jsonl", "7", "9007199254740992", "invalid value for value"),
        ("trashed-rows.jsonl", "\"source\":\"documents\"", "\"source\":\"users\"", "is not in the trash"),
        ("trashed-rows.jsonl", "\"is_archived\":true", "\"is_archived\":1", "invalid value for is_archived"),
        ("trashed-rows.jsonl", &id(0x103), &id(0x101), "of another document"),
        ("trashed-rows.jsonl", "\"title\":\"Thrown away\"", "\"title\":\" \"", "invalid title"),
    ] {
        let mut changed = members.clone();
        let text = String::from_utf8(changed[name].clone()).unwrap();
        assert!(text.contains(from), "{name} has {from}: {text}");
        replace(&mut changed, name, text.replacen(from, to, 1).into_bytes());
        let error = refused(&f, &packed(&order, &changed)).await;
        assert!(error.contains(reason) && error.contains(name), "{name}, {to}: {error}");
    }
    let mut fewer = members.clone();
    let manifest = String::from_utf8(fewer["manifest.json"].clone()).unwrap();
    fewer.insert("manifest.json".to_owned(), manifest.replace("\"versions\": 2", "\"versions\": 3").into());
    let error = refused(&f, &packed(&order, &fewer)).await;
    assert!(error.contains("counts 3 versions, and there are 2"), "{error}");
}

async fn archives_that_expand_too_much_are_refused(f: Fixture) {
    let (order, members, _) = source().await;
    let document = format!("documents/{}.md", id(0x101));
    for (name, size, reason) in [
        (document.as_str(), 17 * 1024 * 1024 + 1, "more than the 17825792 allowed"),
        ("templates.jsonl", 37 * 1024 * 1024, "more than 37748736 bytes in line 1"),
    ] {
        let mut changed = members.clone();
        replace(&mut changed, name, vec![b' '; size]);
        let error = refused(&f, &packed(&order, &changed)).await;
        assert!(error.contains(reason), "{name}: {error}");
    }
    // A header that declares more than a small archive may expand to.
    let mut header = tar::Header::new_ustar();
    header.set_path("users.jsonl").unwrap();
    header.set_size(1 << 36);
    header.set_cksum();
    let error = refused(&f, &compressed(header.as_bytes())).await;
    assert!(error.contains("exceeds") && error.contains("users.jsonl"), "{error}");
    // A window of 128 MiB.
    let mut wide = zstd::Encoder::new(Vec::new(), 1).unwrap();
    wide.window_log(27).unwrap();
    std::io::Write::write_all(&mut wide, &vec![0; 1024]).unwrap();
    let error = refused(&f, &wide.finish().unwrap()).await;
    assert!(error.contains("cannot be read"), "{error}");
}
