//! The layout of the document's JSON.

use serde_json::{Value, json};

/// Maximum length of a list or an object on one line.
const LINE: usize = 120;

/// Short values on one line and an indent of one space keep the document small, and its changes readable.
pub(super) fn write(text: &mut String, value: &Value, indent: usize) {
    let line = value.to_string();
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(members) if indent + line.len() > LINE => {
            members.iter().map(|(name, part)| (format!("{}: ", json!(name)), part)).collect()
        }
        Value::Array(items) if indent + line.len() > LINE => {
            items.iter().map(|part| (String::new(), part)).collect()
        }
        _ => return text.push_str(&line),
    };
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    text.push(open);
    for (index, (name, part)) in parts.into_iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.push_str(&" ".repeat(indent + 1));
        text.push_str(&name);
        write(text, part, indent + 1);
    }
    text.push('\n');
    text.push_str(&" ".repeat(indent));
    text.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: &Value) -> String {
        let mut text = String::new();
        write(&mut text, value, 0);
        text
    }

    #[test]
    fn short_values_are_on_one_line_and_long_ones_are_divided() {
        let (short, long) = ("s".repeat(56), "l".repeat(57));
        let pairs = [
            (json!([short, long]), format!(r#"["{short}","{long}"]"#)),
            (json!([long, long]), format!("[\n \"{long}\",\n \"{long}\"\n]")),
            (
                json!({"a\"": {"b": [], "c": long.repeat(3)}}),
                format!("{{\n \"a\\\"\": {{\n  \"b\": [],\n  \"c\": \"{}\"\n }}\n}}", long.repeat(3)),
            ),
        ];
        for (value, expected) in pairs {
            assert_eq!(written(&value), expected);
            assert_eq!(serde_json::from_str::<Value>(&expected).ok(), Some(value));
        }
    }
}
