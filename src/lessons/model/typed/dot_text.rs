//! The text that a label of DOT shows.

/// Returns where a label in HTML ends, which is between angle brackets as its tags are: `<<b>MAX</b>>`.
pub(super) fn end_of_html(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.find(|c: char| {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}

/// Returns the text that a label in HTML shows. A line break and a row of a table end a line.
pub(super) fn text_of_html(html: &str) -> String {
    let mut plain = String::new();
    let mut parts = html.split('<');
    plain.extend(parts.next());
    for part in parts {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let tag = tag.trim_end_matches('/').split_whitespace().next().unwrap_or_default().to_lowercase();
        plain.push_str(match tag.as_str() {
            "br" | "/tr" => "\n",
            "/td" => " ",
            _ => "",
        });
        plain.push_str(text);
    }
    unescaped(&plain)
}

/// Returns the text of a label, in which `\n`, `\l` and `\r` end a line and entities represent characters.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('n' | 'l' | 'r')) => plain.push('\n'),
            ('\\', next) => plain.extend(next),
            (c, _) => plain.push(c),
        }
    }
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .into_iter()
        .fold(plain, |plain, (name, sign)| plain.replace(name, sign))
}
