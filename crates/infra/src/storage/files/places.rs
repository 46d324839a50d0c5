//! Which uses of a file a reader may read. Rights to whole records are part of the statements, so records that a reader
//! may not read cost no more than a look at their rows, and a file that thousands of records use is decided quickly.

use super::refs::{COMMENT, DOCUMENT, DRAFT, EDIT, SUBMISSION, TEMPLATE, VERSION};
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::file_refs;
use crate::on_both;
use crate::storage::documents::levels::{admitted, released};
use crate::storage::{clearance, read};
use diesel::dsl::{exists, select};
use diesel::prelude::*;
use diesel::sql_types::{Integer, Text};
use facility_documents::ports::FileCarrier;
use facility_documents::visibility::Visibility;
use facility_files::file::FilePath;
use facility_files::place::Place;
use facility_kernel::{Actor, Timestamp, UploadId, UserId};

const TABLE: &str = "file_refs";

/// Maximum number of texts with portions that are returned.
const MANY: i64 = 32;

/// A use of a file: its kind, its id and the document that it belongs to, or nothing.
type Found = (String, String, String);

/// Starts the rows of a kind of holder. The conditions of the reader's rights follow.
fn held<ST>(phrase: Phrase<ST>, rows: &'static str, upload: UploadId) -> Phrase<ST> {
    phrase.then(rows).then(" AND file_refs.upload_id = ").text(upload.to_string())
}

/// Returns the texts which use a picture and which this reader may read, apart from their portions: one without
/// portions, or else up to 32. `None` if nothing but drafts uses it.
pub(super) fn readable(
    conn: &mut AnyConn,
    picture: UploadId,
    reader: &Actor,
    now: Timestamp,
) -> Result<Option<Vec<Place>>, DbError> {
    let used =
        file_refs::table.filter(file_refs::upload_id.eq(picture.to_string())).filter(file_refs::holder_kind.ne(DRAFT));
    if !select(exists(used)).get_result::<bool>(conn)? {
        return Ok(None);
    }
    // See `facility_documents::portions`.
    let portions = "(content LIKE '%{{%' OR content LIKE '%:::level %')";
    let mut found = naming(conn, picture, (reader, now), |texts| texts.then("NOT ").then(portions), 1)?;
    if found.is_empty() {
        found = naming(conn, picture, (reader, now), |texts| texts.then(portions), MANY)?;
    }
    found.iter().map(place).collect::<Result<_, _>>().map(Some)
}

/// Returns up to `limit` texts that name a picture, satisfy this condition on their `content`, and belong to records that
/// the reader may read.
fn naming(
    conn: &mut AnyConn,
    picture: UploadId,
    (reader, now): (&Actor, Timestamp),
    condition: impl FnOnce(Phrase<(Text, Text, Text)>) -> Phrase<(Text, Text, Text)>,
    limit: i64,
) -> Result<Vec<Found>, DbError> {
    let (sees, level, me) = (Visibility::of(reader, now), reader.clearance.level().into(), reader.user_id.to_string());
    let is_admin = reader.is_admin;
    let phrase = Phrase::sql("SELECT kind, id, document FROM (");
    let phrase = admitted(held(phrase, DOCUMENTS, picture), sees);
    let phrase = held(phrase.then(" UNION ALL "), VERSIONS, picture);
    let phrase = admitted(phrase.then(" AND document_versions.clearance_level <= ").number(level), sees);
    let phrase = held(phrase.then(" UNION ALL "), TEMPLATES, picture);
    let phrase = phrase.then(" AND templates.required_clearance <= ").number(level);
    let phrase = phrase.then(if is_admin { "" } else { " AND templates.is_active" });
    let phrase = held(phrase.then(" UNION ALL "), SUBMISSIONS, picture);
    let phrase = phrase.then(" AND (submissions.submitted_by = ").text(&me);
    let phrase = if is_admin {
        let assigned = " OR submissions.assigned_clearance_level IS NULL OR submissions.assigned_clearance_level <= ";
        phrase.then(assigned).number(level)
    } else {
        phrase
    };
    // The author reads an approved submission, but not its document until that is released.
    let phrase = held(phrase.then(") UNION ALL "), UNRELEASED, picture);
    let phrase = phrase.then(" AND submissions.submitted_by = ").text(&me);
    let phrase = phrase.then(" AND documents.clearance_level <= ").number(level);
    let phrase = phrase.then(" AND documents.scheduled_release_at > ").number(now.as_micros());
    let phrase = held(phrase.then(" UNION ALL "), EDITS, picture);
    let phrase = phrase.then(" AND document_edits.clearance_level <= ").number(level);
    let phrase = phrase.then(" AND document_edits.base_clearance <= ").number(level);
    let phrase = if is_admin { phrase } else { phrase.then(" AND document_edits.submitted_by = ").text(&me) };
    let phrase = admitted(phrase, sees);
    let phrase = held(phrase.then(" UNION ALL "), COMMENTS, picture);
    let phrase = admitted(phrase.then(" AND comments.clearance_level <= ").number(level), sees);
    let phrase = phrase.then(") AS texts WHERE content LIKE ").text(format!("%file:{picture}%")).then(" AND ");
    let statement = condition(phrase).then(" LIMIT ").number(limit).statement();
    Ok(on_both!(conn, |c| statement.load(c))?)
}

const DOCUMENTS: &str = "SELECT 'document' AS kind, documents.id AS id, '' AS document, documents.content AS content \
     FROM file_refs JOIN documents ON documents.id = file_refs.holder_id WHERE file_refs.holder_kind = 'document'";

const VERSIONS: &str = "SELECT 'version', document_versions.id, documents.id, document_versions.content \
     FROM file_refs JOIN document_versions ON document_versions.id = file_refs.holder_id \
     JOIN documents ON documents.id = document_versions.document_id WHERE file_refs.holder_kind = 'version'";

const TEMPLATES: &str = "SELECT 'template', templates.id, '', templates.content \
     FROM file_refs JOIN templates ON templates.id = file_refs.holder_id WHERE file_refs.holder_kind = 'template'";

const SUBMISSIONS: &str = "SELECT 'submission', submissions.id, '', submissions.content \
     FROM file_refs JOIN submissions ON submissions.id = file_refs.holder_id WHERE file_refs.holder_kind = 'submission'";

const UNRELEASED: &str = "SELECT 'submission', submissions.id, '', submissions.content \
     FROM file_refs JOIN documents ON documents.id = CASE WHEN file_refs.holder_kind = 'document' \
     THEN file_refs.holder_id ELSE (SELECT document_versions.document_id FROM document_versions \
     WHERE document_versions.id = file_refs.holder_id) END \
     JOIN submissions ON submissions.document_id = documents.id WHERE file_refs.holder_kind IN ('document', 'version')";

const EDITS: &str = "SELECT 'edit', document_edits.id, '', document_edits.content \
     FROM file_refs JOIN document_edits ON document_edits.id = file_refs.holder_id \
     JOIN documents ON documents.id = document_edits.document_id WHERE file_refs.holder_kind = 'edit'";

const COMMENTS: &str = "SELECT 'comment', comments.id, documents.id, comments.content \
     FROM file_refs JOIN comments ON comments.id = file_refs.holder_id \
     JOIN documents ON documents.id = comments.document_id WHERE file_refs.holder_kind = 'comment'";

fn place((kind, id, document): &Found) -> Result<Place, DbError> {
    let row = id.as_str();
    let document = || read(document, TABLE, "holder_id", row);
    Ok(match kind.as_str() {
        DOCUMENT => Place::Document(read(id, TABLE, "holder_id", row)?),
        VERSION => Place::Version(document()?, read(id, TABLE, "holder_id", row)?),
        COMMENT => Place::Comment(document()?, read(id, TABLE, "holder_id", row)?),
        TEMPLATE => Place::Template(read(id, TABLE, "holder_id", row)?),
        SUBMISSION => Place::Submission(read(id, TABLE, "holder_id", row)?),
        EDIT => Place::Edit(read(id, TABLE, "holder_id", row)?),
        _ => return Err(DbError::Inconsistent { table: TABLE, column: "holder_kind", row: row.to_owned() }),
    })
}

/// See [`find_by_file`](facility_documents::ports::DocumentRepository::find_by_file).
pub(crate) fn carrier(
    conn: &mut AnyConn,
    file: FilePath,
    reader: Visibility,
    owner: UserId,
) -> Result<Option<FileCarrier>, DbError> {
    let (upload, owner) = (file.upload_id(), owner.to_string());
    // Owned, or released.
    let known = |phrase: Phrase<(Text, Integer)>| {
        let owned = phrase.then(" AND (documents.submitted_by = ").text(&owner);
        released(owned.then(" OR TRUE"), reader).then(")")
    };
    let phrase = known(held(Phrase::sql("SELECT document, level FROM ("), CARRIERS, upload));
    let phrase = known(held(phrase.then(" UNION ALL "), EARLIER_CARRIERS, upload));
    let statement = phrase.then(") AS carriers ORDER BY level, document LIMIT 1").statement();
    let found: Option<(String, i32)> = on_both!(conn, |c| statement.get_result(c).optional())?;
    let carrier = |(document, level): (String, i32)| {
        let required = clearance(level, "documents", "clearance_level", &document)?;
        Ok(FileCarrier { document: read(&document, TABLE, "holder_id", &document)?, required })
    };
    found.map(carrier).transpose()
}

const CARRIERS: &str = "SELECT documents.id AS document, documents.clearance_level AS level \
     FROM file_refs JOIN documents ON documents.id = file_refs.holder_id WHERE file_refs.holder_kind = 'document'";

const EARLIER_CARRIERS: &str = "SELECT documents.id, CASE WHEN document_versions.clearance_level > documents.clearance_level \
     THEN document_versions.clearance_level ELSE documents.clearance_level END \
     FROM file_refs JOIN document_versions ON document_versions.id = file_refs.holder_id \
     JOIN documents ON documents.id = document_versions.document_id WHERE file_refs.holder_kind = 'version' \
     AND document_versions.version_number < documents.version";
