//! Markdown files written by users, which a folder import turns into submissions or documents.

use facility_documents::text::DocumentText;
use facility_kernel::{FieldError, ParseError, Timestamp};
use std::time::Duration;

/// The category of a file that does not specify one.
const DEFAULT_CATEGORY: &str = "OTHER";

/// Front matter fields that may contain a file's date. The first one that is set is used.
const DATES: [&str; 2] = ["date", "created"];

/// The line before and after the front matter.
const FENCE: &str = "---";

/// The smallest difference between two timestamps.
const TICK: Duration = Duration::from_micros(1);

/// Returns the text of a Markdown file. `stem` is the file's name without its extension.
///
/// The front matter may set `title` and `category`, each on one line, plain or in quotation marks, and the fields that
/// [`date`] reads. [`left_out`] returns the names of its other fields, including `id`, because imported documents get
/// new ids. The title defaults to the first heading of level one, and then to the file's name. Front matter does not
/// become part of the content, unless it is not valid YAML.
///
/// Errors: title, content or category is invalid.
///
/// Portions are checked, but not against a level, because the file does not have one.
pub fn parse(stem: &str, file: &str) -> Result<DocumentText, Vec<FieldError>> {
    let matter = FrontMatter::of(file);
    let content = matter.content;
    let (title, category) = match (matter.field("title"), matter.field("category")) {
        (Ok(title), Ok(category)) => (title, category),
        (title, category) => return Err([title.err(), category.err()].into_iter().flatten().collect()),
    };
    let title = title.or_else(|| heading(content).map(str::to_owned)).unwrap_or_else(|| stem.replace(['-', '_'], " "));
    let category = category.unwrap_or_else(|| DEFAULT_CATEGORY.to_owned());
    DocumentText::parse(&title, content, &category)
}

/// Returns the date in the front matter of a Markdown file: its field `date`, or else `created`. The value is a time in
/// RFC 3339, or a day, which means its start in UTC.
///
/// Errors: a field has another form, or its date is before 1970 or after `now`.
pub fn date(file: &str, now: Timestamp) -> Result<Option<Timestamp>, FieldError> {
    let matter = FrontMatter::of(file);
    let mut found = None;
    // The unused field is validated too, because the author may have meant it.
    for name in DATES {
        let Some(value) = matter.field(name)? else { continue };
        let time = if value.len() == 10 { format!("{value}T00:00:00Z").parse() } else { value.parse() };
        let refused = |reason| ParseError::new(name, format!("The {name} in the front matter {reason}"));
        let time: Timestamp = time.map_err(|_malformed| refused("must be a day (YYYY-MM-DD) or a time in RFC 3339"))?;
        if time < Timestamp::EPOCH || time > now {
            return Err(refused("must be between 1970 and now").into());
        }
        found = found.or(Some(time));
    }
    Ok(found)
}

/// Makes ascending dates distinct by adding at least a microsecond each, so that they determine an order. None becomes
/// later than `now`, the maximum of a date.
pub fn spread(dates: &mut [Timestamp], now: Timestamp) {
    let mut earliest = Timestamp::EPOCH;
    for date in &mut *dates {
        *date = earliest.max(*date);
        earliest = date.plus(TICK);
    }
    let mut latest = now;
    for date in dates.iter_mut().rev() {
        *date = latest.min(*date);
        latest = date.minus(TICK);
    }
}

/// The front matter of a file: its fields, and the text after it.
struct FrontMatter<'a> {
    fields: Vec<Field<'a>>,
    comments: usize,
    content: &'a str,
}

/// A field of the front matter.
struct Field<'a> {
    name: &'a str,
    /// The rest of its first line.
    value: &'a str,
    /// Whether it continues on further lines.
    is_long: bool,
}

impl<'a> FrontMatter<'a> {
    /// Reads the lines between two lines `---` at the start. Without them, or if one of the lines is not part of a
    /// field, there is no front matter, and the whole file is text.
    fn of(file: &'a str) -> Self {
        let file = file.strip_prefix('\u{feff}').unwrap_or(file);
        Self::read(file).unwrap_or(Self { fields: Vec::new(), comments: 0, content: file })
    }

    fn read(file: &'a str) -> Option<Self> {
        let mut lines = file.split_inclusive('\n');
        let mut at = lines.next().filter(|line| line.trim_end() == FENCE)?.len();
        let (mut fields, mut comments) = (Vec::<Field<'a>>::new(), 0);
        for line in lines {
            at += line.len();
            let line = line.trim_end();
            if line == FENCE {
                return (!fields.is_empty()).then_some(Self { fields, comments, content: file.get(at..)? });
            } else if line.starts_with('#') {
                comments += 1;
            } else if line.starts_with([' ', '\t']) || line == "-" || line.starts_with("- ") {
                fields.last_mut()?.is_long = true;
            } else if !line.is_empty() {
                let (name, value) = line.split_once(':')?;
                let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
                let is_field = is_name && !name.is_empty() && (value.is_empty() || value.starts_with([' ', '\t']));
                fields.push(is_field.then_some(Field { name, value: value.trim(), is_long: false })?);
            }
        }
        None
    }

    /// Returns the value of a field on one line, plain or in quotation marks. Errors: it occurs twice, it has several
    /// lines, the quotation marks do not match, or the value is not a string in YAML.
    fn field(&self, name: &'static str) -> Result<Option<String>, FieldError> {
        let refused = |reason| ParseError::new(name, format!("The {name} in the front matter must {reason}"));
        let mut found = self.fields.iter().filter(|field| field.name == name);
        let Some(Field { value, is_long, .. }) = found.next() else { return Ok(None) };
        if found.next().is_some() {
            return Err(refused("occur once").into());
        }
        let text = if *is_long {
            None
        } else if value.starts_with('"') {
            serde_json::from_str(value).ok()
        } else if let Some(rest) = value.strip_prefix('\'') {
            let quoted = rest.strip_suffix('\'').map(|inner| inner.replace("\'\'", "\u{0}"));
            quoted.filter(|inner| !inner.contains('\'')).map(|inner| inner.replace('\u{0}', "'"))
        } else {
            let has_meaning = value.starts_with(['[', '{', '|', '>', '&', '*', '!', '%', '@', '`']);
            (!has_meaning).then(|| (*value).to_owned())
        };
        let text = text.ok_or_else(|| refused("be one line, plain or in quotation marks"))?;
        Ok((!text.is_empty()).then_some(text))
    }
}

/// Returns the names of front matter fields that are not imported.
pub fn left_out(file: &str) -> Vec<String> {
    let FrontMatter { fields, comments, .. } = FrontMatter::of(file);
    let date = DATES.into_iter().find(|date| fields.iter().any(|field| field.name == *date && !field.value.is_empty()));
    let is_used = |name: &str| ["title", "category"].contains(&name) || Some(name) == date;
    let names = fields.iter().filter(|field| !is_used(field.name) && (field.is_long || !field.value.is_empty()));
    let mut names: Vec<String> = names.map(|field| field.name.to_owned()).collect();
    if comments > 0 {
        names.push("comments".to_owned());
    }
    names
}

fn heading(content: &str) -> Option<&str> {
    let title = content.lines().find_map(|line| line.strip_prefix("# "))?.trim().trim_end_matches('#').trim();
    (!title.is_empty()).then_some(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(file: &str) -> (String, String, &'static str) {
        let text = parse("the-quiet_room", file).unwrap();
        (text.title, text.content, text.category.as_str())
    }

    #[test]
    fn title_comes_from_the_front_matter_the_heading_or_the_name() {
        let titled = "---\ntitle: 'The keeper''s log'\ntags: [a, b]\ncategory: RESEARCH\n---\n# Other\n";
        assert_eq!(parsed(titled), ("The keeper's log".to_owned(), "# Other\n".to_owned(), "RESEARCH"));
        assert_eq!(parsed("Text\n\n# Heading #\n").0, "Heading");
        assert_eq!(parsed("Text").0, "the quiet room");
        assert_eq!(parsed("---\r\ntitle: \"A \\\"b\\\"\"\r\n---\r\nText").0, "A \"b\"");
    }

    #[test]
    fn text_without_front_matter_is_unchanged() {
        for text in [
            "Text",
            "---\nnot closed",
            "a\n---\nb\n---\n",
            "---",
            "---\n---\nText",
            "---\nThe door opened.\n---\nText",
            "---\ntitle: A\nThe door opened.\n---\nText",
            "---\nhttp://a.example\n---\nText",
            "---\n- one\n- two\n---\nText",
            "---\nAt last: rain\n---\nText",
        ] {
            assert_eq!(parsed(text).1, text, "{text}");
        }
        assert_eq!(parsed("\u{feff}Text").1, "Text");
    }

    #[test]
    fn fields_that_are_not_imported_are_named() {
        for (fields, names) in [
            ("title: A\ncategory: SITE\ndate: 2020-01-01", vec![]),
            ("id: 7\ntags:\n- a\n- b\naliases:\n  one\nempty:", vec!["id", "tags", "aliases"]),
            ("date: 2020-01-01\ncreated: 2019-01-01", vec!["created"]),
            ("date:\ncreated: 2019-01-01", vec![]),
            ("# kept by hand\n\nname: x", vec!["name", "comments"]),
        ] {
            assert_eq!(left_out(&format!("---\n{fields}\n---\nText")), names, "{fields}");
        }
        assert!(left_out("---\nThe door: opened.\n---\n").is_empty());
    }

    #[test]
    fn invalid_fields_are_named() {
        let errors = parse("x", "---\ncategory: RECIPE\n---\n  \n").unwrap_err();
        assert_eq!(errors.iter().map(|error| error.field).collect::<Vec<_>>(), ["content", "category"]);
    }

    const NOW: &str = "2026-11-21T07:32:00Z";

    fn at(time: &str) -> Timestamp {
        time.parse().unwrap()
    }

    #[test]
    fn date_is_a_day_or_a_time_that_has_passed() {
        for (fields, time) in [
            ("date: 2026-11-21", Some("2026-11-21T00:00:00Z")),
            ("created: '2024-02-29'", Some("2024-02-29T00:00:00Z")),
            ("created: 2020-01-01\ndate: \"2019-05-01T10:00:00+02:00\"", Some("2019-05-01T08:00:00Z")),
            ("date: 2026-11-21T07:32:00Z", Some(NOW)),
            ("date: 1970-01-01", Some("1970-01-01T00:00:00Z")),
            ("date:\ncreated: 2020-01-01", Some("2020-01-01T00:00:00Z")),
            ("title: x\ndated: soon", None),
        ] {
            let file = format!("---\n{fields}\n---\nText");
            assert_eq!(date(&file, at(NOW)).unwrap(), time.map(at), "{fields}");
        }
        assert_eq!(date("date: 2020-01-01", at(NOW)).unwrap(), None);
    }

    #[test]
    fn malformed_or_future_date_is_refused_with_its_field() {
        for (fields, field) in [
            ("date: soon", "date"),
            ("date: 2023-02-29", "date"),
            ("date: 2023-1-1", "date"),
            ("date: 2023-02-01 10:00", "date"),
            ("date: [2023-02-01]", "date"),
            ("date: 1969-12-31", "date"),
            ("date: 2026-11-22", "date"),
            ("date: 2026-11-21T07:32:00.000001Z", "date"),
            ("date: 2020-01-01\ncreated: 2027-01-01", "created"),
        ] {
            let refused = date(&format!("---\n{fields}\n---\nText"), at(NOW)).unwrap_err();
            assert_eq!(refused.field, field, "{fields}");
            assert!(refused.message.starts_with(&format!("The {field} in the front matter must be ")), "{refused:?}");
        }
    }

    #[test]
    fn equal_dates_are_spread_and_stay_in_the_past() {
        let times = |micros: &[i64]| {
            let mut dates: Vec<Timestamp> = micros.iter().copied().map(Timestamp::from_micros).collect();
            spread(&mut dates, Timestamp::from_micros(100));
            dates.into_iter().map(Timestamp::as_micros).collect::<Vec<_>>()
        };
        assert_eq!(times(&[5, 5, 5, 6, 50]), [5, 6, 7, 8, 50]);
        assert_eq!(times(&[5, 98, 100, 100, 100]), [5, 97, 98, 99, 100]);
        assert_eq!(times(&[]), [] as [i64; 0]);
    }

    #[test]
    fn values_that_are_not_a_line_of_text_are_refused() {
        for value in ["\"open", "\"a\\q\"", "'open", "'a'b'", "[a, b]", "{a: b}", "|", ">-", "&x y", "*x", "!t x"] {
            let errors = parse("x", &format!("---\ntitle: {value}\n---\n# Heading\n")).unwrap_err();
            let found: Vec<_> =
                errors.iter().map(|error| (error.field, error.message.contains("front matter"))).collect();
            assert_eq!(found, [("title", true)], "{value}");
        }
        for twice in ["title: a\ntitle: b", "title: a\n  b"] {
            assert!(parse("x", &format!("---\n{twice}\n---\nText")).is_err(), "{twice}");
        }
        assert_eq!(parsed("---\ntitle: ''\n---\n# Heading").0, "Heading");
        assert_eq!(parsed("---\ntitle: It's [here]\n---\nText").0, "It's [here]");
    }
}
