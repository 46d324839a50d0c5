//! Small real files with a text.

use super::Failure;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Returns a Word document whose main part has this body.
pub fn docx(body: &str) -> Result<Vec<u8>, Failure> {
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:document \
         xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{body}</w:body></w:document>"
    );
    zipped(&[("[Content_Types].xml", "<Types/>"), ("word/document.xml", &document)])
}

/// Returns a ZIP archive with these members.
pub fn zipped(members: &[(&str, &str)]) -> Result<Vec<u8>, Failure> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        zip.start_file(*name, SimpleFileOptions::default())?;
        zip.write_all(content.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Returns a PDF file with a page for each of these lines.
pub fn pdf(lines: &[&str]) -> Result<Vec<u8>, Failure> {
    let pages: Vec<usize> = (0..lines.len()).map(|page| 4 + 2 * page).collect();
    let kids: Vec<String> = pages.iter().map(|id| format!("{id} 0 R")).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    for (line, id) in lines.iter().zip(&pages) {
        let shown = format!("BT /F1 12 Tf 72 700 Td ({line}) Tj ET");
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R >> >> >>",
            id + 1
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{shown}\nendstream", shown.len()));
    }
    let mut file = "%PDF-1.4\n".to_owned();
    let mut table = "0000000000 65535 f \n".to_owned();
    for (object, id) in objects.iter().zip(1..) {
        writeln!(table, "{:010} 00000 n ", file.len())?;
        writeln!(file, "{id} 0 obj\n{object}\nendobj")?;
    }
    let (start, count) = (file.len(), objects.len() + 1);
    write!(file, "xref\n0 {count}\n{table}trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n")?;
    Ok(file.into_bytes())
}
