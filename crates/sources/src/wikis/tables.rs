//! Tables out of rows of cells.

use crate::wikis::markdown::one_line;

const MAX_COLUMNS: usize = 60;

#[derive(Debug, Default, Clone)]
pub struct Cell {
    pub header: bool,
    /// Markdown.
    pub text: String,
    pub columns: usize,
    pub rows: usize,
}

impl Cell {
    pub fn new(header: bool, text: &str) -> Self {
        Self { header, text: text.to_owned(), columns: 1, rows: 1 }
    }
}

fn push_cell(out: &mut String, text: &str) {
    let mut escaped = false;
    out.push(' ');
    for letter in one_line(text).chars() {
        if letter == '|' && !escaped {
            out.push('\\');
        }
        escaped = letter == '\\' && !escaped;
        out.push(letter);
    }
    out.push_str(" |");
}

/// Cells that span others leave them empty. A first row that is no header stays a row below an empty header.
pub fn render(rows: &[Vec<Cell>]) -> String {
    let mut lines: Vec<Vec<&str>> = Vec::new();
    let mut spanned = [0_usize; MAX_COLUMNS];
    for row in rows.iter().filter(|row| !row.is_empty()) {
        let mut line: Vec<&str> = Vec::new();
        let skip = |line: &mut Vec<&str>, spanned: &mut [usize; MAX_COLUMNS]| {
            while let Some(left) = spanned.get_mut(line.len()).filter(|left| **left > 0) {
                *left -= 1;
                line.push("");
            }
        };
        for cell in row {
            skip(&mut line, &mut spanned);
            for column in 0..cell.columns.clamp(1, MAX_COLUMNS) {
                if let Some(left) = spanned.get_mut(line.len()) {
                    *left = cell.rows.clamp(1, 1000) - 1;
                }
                line.push(if column == 0 { cell.text.as_str() } else { "" });
            }
        }
        skip(&mut line, &mut spanned);
        if lines.is_empty() && !row.iter().all(|cell| cell.header) {
            lines.push(Vec::new());
        }
        lines.push(line);
    }
    let columns = lines.iter().map(Vec::len).max().unwrap_or_default();
    let mut out = String::new();
    for (number, line) in lines.iter().enumerate() {
        out.push('|');
        for text in line {
            push_cell(&mut out, text);
        }
        if number == 0 {
            out.push_str(&"  |".repeat(columns - line.len()));
            out.push_str("\n|");
            out.push_str(&" --- |".repeat(columns));
        }
        out.push('\n');
    }
    out.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_row_heads_the_table_and_pipes_are_escaped() {
        let rows = [vec![Cell::new(true, "a"), Cell::new(true, "b")], vec![Cell::new(false, "[[x|y]]")]];
        assert_eq!(render(&rows), "| a | b |\n| --- | --- |\n| [[x\\|y]] |");
    }

    #[test]
    fn without_a_header_row_the_header_is_empty() {
        assert_eq!(render(&[vec![Cell::new(false, "a")]]), "|  |\n| --- |\n| a |");
    }

    #[test]
    fn merged_cells_keep_the_others_in_their_columns() {
        let mut wide = Cell::new(true, "a");
        wide.columns = 2;
        let mut tall = Cell::new(false, "b");
        tall.rows = 2;
        let rows = [vec![wide], vec![tall, Cell::new(false, "c")], vec![Cell::new(false, "d")]];
        assert_eq!(render(&rows), "| a |  |\n| --- | --- |\n| b | c |\n|  | d |");
    }
}
