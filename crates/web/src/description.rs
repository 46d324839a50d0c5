//! The API description as it is served: the OpenAPI document, and an HTML page without scripts that lists every
//! operation with its parameters, body and responses.

use bytes::Bytes;
use serde_json::Value;
use std::fmt::Write as _;
use utoipa::openapi::OpenApi;

const STYLE: &str = "body{background:#020802;color:#b6f5c0;font:15px/1.5 ui-monospace,Consolas,monospace;max-width:72rem;\
    margin:0 auto;padding:1.5rem}h1,h2{color:#3dff6e;font-weight:600}a{color:#3dff6e}summary{cursor:pointer;padding:.4rem 0}\
    details{border-top:1px solid #1c5c2a}b{display:inline-block;min-width:5rem;color:#3dff6e}code{color:#e8ffe9}\
    table{border-collapse:collapse;margin:.3rem 0 1rem}td,th{text-align:left;padding:.15rem 1rem .15rem 0;vertical-align:top}\
    pre{overflow:auto;border:1px solid #1c5c2a;padding:.6rem}";

/// The API description in the two served forms.
pub struct Description {
    /// The OpenAPI document in JSON.
    pub(crate) json: Bytes,
    /// The HTML page, with a placeholder for the nonce of its styles.
    pub(crate) page: String,
}

impl Description {
    /// Renders this document.
    pub fn of(contract: &OpenApi) -> Self {
        let json = serde_json::to_vec(contract).unwrap_or_default();
        Self { json: json.into(), page: render(contract) }
    }
}

/// Renders the page, with a placeholder for the nonce of its styles.
fn render(document: &OpenApi) -> String {
    let contract = serde_json::to_value(document).unwrap_or_default();
    let mut page = String::new();
    let title = text(&contract, "/info/title");
    let _ = write!(
        page,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}: API reference</title><style nonce=\"__CSP_NONCE__\">{STYLE}\
         </style></head><body><h1>{title}: API reference</h1><p>{}</p><p><a href=\"/api/openapi.json\">OpenAPI \
         document</a> · <a href=\"/\">Back to the terminal</a></p>",
        text(&contract, "/info/description")
    );
    for tag in contract.get("tags").and_then(Value::as_array).into_iter().flatten() {
        let name = tag.get("name").and_then(Value::as_str).unwrap_or_default();
        let _ = write!(page, "<h2>{}</h2><p>{}</p>", escape(name), text(tag, "/description"));
        write_operations(&mut page, &contract, name);
    }
    page.push_str("<h2>Schemas</h2>");
    for (name, shape) in members(contract.pointer("/components/schemas")) {
        let _ = write!(
            page,
            "<details id=\"{0}\"><summary>{0}</summary><pre>{1}</pre></details>",
            escape(name),
            escape(&serde_json::to_string_pretty(shape).unwrap_or_default())
        );
    }
    page.push_str("</body></html>");
    page
}

fn write_operations(page: &mut String, contract: &Value, tag: &str) {
    for (path, item) in members(contract.get("paths")) {
        for (method, call) in members(Some(item)) {
            if call.pointer("/tags/0").and_then(Value::as_str) != Some(tag) {
                continue;
            }
            let _ = write!(
                page,
                "<details><summary><b>{}</b> <code>{}</code> {}</summary><p>{}</p><table>",
                method.to_uppercase(),
                escape(path),
                text(call, "/summary"),
                text(call, "/description")
            );
            for parameter in call.get("parameters").and_then(Value::as_array).into_iter().flatten() {
                let (name, about) = (text(parameter, "/name"), text(parameter, "/description"));
                let _ =
                    write!(page, "<tr><td>{} <code>{name}</code></td><td>{about}</td></tr>", text(parameter, "/in"));
            }
            if let Some(body) = schema_link(call.get("requestBody")) {
                let _ = write!(page, "<tr><td>body</td><td>{body}</td></tr>");
            }
            for (status, answer) in members(call.get("responses")) {
                let shape = schema_link(Some(answer)).unwrap_or_default();
                let about = text(answer, "/description");
                let _ = write!(page, "<tr><td>{}</td><td>{about} {shape}</td></tr>", escape(status));
            }
            page.push_str("</table></details>");
        }
    }
}

/// Returns the name of a body's schema as a link to it.
fn schema_link(body: Option<&Value>) -> Option<String> {
    let (kind, content) = members(body?.get("content")).next()?;
    let schema = content.get("schema")?;
    let (list, named) = schema.get("items").map_or((false, schema), |items| (true, items));
    let Some(name) = named.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next()) else {
        return Some(format!("<code>{}</code>", escape(kind)));
    };
    let of = if list { "list of " } else { "" };
    Some(format!("{of}<a href=\"#{0}\">{0}</a>", escape(name)))
}

fn members(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten()
}

fn text(value: &Value, pointer: &str) -> String {
    escape(value.pointer(pointer).and_then(Value::as_str).unwrap_or_default())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_is_on_the_page() {
        let contract = crate::openapi::openapi();
        let page = render(&contract);
        for path in contract.paths.paths.keys() {
            assert!(page.contains(&format!("<code>{path}</code>")), "{path}");
        }
        assert!(!page.contains("<script") && page.contains("nonce=\"__CSP_NONCE__\""));
    }
}
