//! Tests of the texts that are extracted.

use super::child::{answer_to, parsed};
use super::extract;
use crate::testing::documents::{docx, pdf, zipped};
use facility_files::kind::FileKind;
use facility_files::text::MAX_TEXT_CHARS;

fn word(body: &str) -> Option<String> {
    extract(FileKind::Docx, &docx(body).unwrap())
}

#[test]
fn paragraphs_breaks_and_cells_of_a_word_document_are_lines() {
    let body = "<w:p><w:pPr><w:pStyle w:val=\"Heading1\"/><w:tabs><w:tab w:pos=\"9\"/></w:tabs></w:pPr>\
        <w:r><w:t>The gate</w:t></w:r></w:p>\
        <w:p><w:r><w:t xml:space=\"preserve\">opens &amp; </w:t></w:r><w:r><w:t>clo</w:t></w:r>\
        <w:r><w:t>ses&#233;</w:t><w:tab/><w:t>at</w:t><w:br/><w:t>dawn</w:t></w:r></w:p>\
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>north</w:t></w:r></w:p></w:tc>\
        <w:tc><w:p><w:r><w:t>south</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
    assert_eq!(word(body).unwrap(), "The gate\nopens & closes\u{e9}\tat\ndawn\nnorth\nsouth");
}

#[test]
fn what_a_word_document_does_not_show_is_left_out() {
    let body = "<w:p><w:r><w:delText>deleted</w:delText><w:instrText>PAGE</w:instrText><w:t>kept</w:t></w:r>\
        <w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom></w:p>";
    assert_eq!(word(body).unwrap(), "kept");
}

#[test]
fn footnotes_follow_the_text() {
    let part = |text: &str| format!("<x><w:p><w:r><w:t>{text}</w:t></w:r></w:p></x>");
    let (document, notes) = (part("text"), part("note"));
    let bytes = zipped(&[("word/footnotes.xml", &notes), ("word/document.xml", &document)]).unwrap();
    assert_eq!(extract(FileKind::Docx, &bytes).unwrap(), "text\nnote");
}

#[test]
fn packed_text_is_read_up_to_a_limit() {
    let paragraph = "<w:p><w:r><w:t>open open open open</w:t></w:r></w:p>";
    let text = word(&paragraph.repeat(60_000)).unwrap();
    assert_eq!(text.chars().count(), MAX_TEXT_CHARS);
    // 40 MiB without text before the only paragraph, in a file of 40 KB.
    let empty = "<w:p></w:p>".repeat(4_000_000);
    assert_eq!(word(&format!("{empty}{paragraph}")), None);
}

#[test]
fn each_page_of_a_pdf_is_read() {
    let text = extract(FileKind::Pdf, &pdf(&["The obsidian gate", " ", "opens at dawn"]).unwrap()).unwrap();
    assert_eq!(text, "The obsidian gate\n\nopens at dawn");
}

#[test]
fn text_files_are_read_in_their_encoding() {
    assert_eq!(extract(FileKind::Txt, b"caf\xE9\r\nbar").unwrap(), "caf\u{e9}\nbar");
    assert_eq!(extract(FileKind::Md, "\u{feff}# Gate\n".as_bytes()).unwrap(), "# Gate\n");
}

#[test]
fn unreadable_files_have_no_text() {
    let whole = pdf(&["The gate"]).unwrap();
    for (kind, bytes) in [
        (FileKind::Pdf, &b"%PDF-1.7\nnothing else"[..]),
        (FileKind::Pdf, &whole[..200]),
        (FileKind::Pdf, &pdf(&[]).unwrap()),
        (FileKind::Docx, b"PK\x03\x04....[Content_Types].xml....PK\x03\x04..word/document.xml"),
        (FileKind::Docx, &zipped(&[("word/other.xml", "<w:t>text</w:t>")]).unwrap()),
        (FileKind::Docx, &docx("<w:p/>").unwrap()),
        (FileKind::Txt, b"\0\x01"),
        (FileKind::Txt, b" \n"),
        (FileKind::Doc, b"text"),
    ] {
        assert_eq!(extract(kind, bytes), None, "{kind:?} {}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn child_answers_with_the_text() {
    let answer = |media_type: &str, bytes: &[u8]| {
        let mut answer = Vec::new();
        answer_to(media_type, bytes, &mut answer).unwrap();
        parsed(&answer)
    };
    assert_eq!(answer("text/plain; charset=utf-8", b"The gate").as_deref(), Some("The gate"));
    assert_eq!(answer("application/pdf", b"The gate"), None);
    assert_eq!(answer("image/png", b"The gate"), None);
}

#[test]
fn answer_is_not_trusted() {
    assert_eq!(parsed(b"true\nThe\0 gate\r\n").as_deref(), Some("The gate\n"));
    for answer in [&b""[..], b"true", b"true\n\xFF", b"false\ntext", b"7\ntext"] {
        assert_eq!(parsed(answer), None, "{answer:?}");
    }
}
