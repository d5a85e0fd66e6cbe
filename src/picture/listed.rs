//! The tree of a picture as a nested list, for readers who cannot see the picture.

use super::{Figure, FigurePart};
use crate::core::sort::sort_by;
use crate::page::escape;
use crate::page::text::visible;

/// A node of a picture. All texts are escaped.
#[derive(Debug)]
pub(super) struct ListedNode {
    pub path: Vec<usize>,
    pub name: String,
    pub is_skipped: bool,
    /// The texts drawn at the node.
    pub texts: Vec<String>,
}

/// Returns the nodes that a picture draws.
pub(super) fn of_figure(figure: &Figure) -> Vec<ListedNode> {
    let escaped = |text: &str| escape::xml(&visible(text));
    let text = |item: &FigurePart| match item {
        FigurePart::Text { text, .. } => Some(escaped(text)),
        FigurePart::Lines { .. } | FigurePart::Disc { .. } => None,
    };
    let nodes = figure.groups.iter().filter_map(|group| {
        let tag = group.tag.as_ref()?;
        let texts = group.items.iter().filter_map(text).collect();
        let is_skipped = tag.state == SKIPPED;
        Some(ListedNode { path: tag.path.clone(), name: escaped(&tag.name), is_skipped, texts })
    });
    nodes.collect()
}

/// The state of a node that the search did not visit.
const SKIPPED: &str = "not-searched";

/// Writes nodes as a nested list, or nothing if fewer than two nodes are drawn individually.
pub(super) fn list(mut nodes: Vec<ListedNode>) -> String {
    sort_by(&mut nodes, |one, other| one.path.cmp(&other.path));
    if nodes.len() < 2 {
        return String::new();
    }
    let mut out = String::from("<details class=\"listed\"><summary>The tree as a list</summary>\n");
    // The nodes from the root to the current one.
    let mut line: Vec<&ListedNode> = Vec::new();
    for node in &nodes {
        let is_above = |above: &&ListedNode| node.path.starts_with(&above.path);
        let depth = line.iter().take_while(|above| is_above(above)).count();
        out.push_str(&"</li>\n</ul>".repeat(line.len().saturating_sub(depth + 1)));
        out.push_str(if line.len() > depth { "</li>\n<li>" } else { "<ul>\n<li>" });
        line.truncate(depth);
        out.push_str(&said(node, &line));
        line.push(node);
    }
    out.push_str(&"</li>\n</ul>".repeat(line.len()));
    out + "</details>\n"
}

/// Returns what the list says about a node: its name, what is drawn at it, and which cutoff skipped it.
fn said(node: &ListedNode, above: &[&ListedNode]) -> String {
    let is_shown = |text: &&String| {
        let is_name = **text == node.name || node.name.ends_with(&format!(".{text}"));
        !is_name && text.chars().any(|letter| letter.is_alphanumeric() || letter == '∞')
    };
    // A text of several lines ends its lines with commas.
    let shown = node.texts.iter().filter(is_shown);
    let mut parts: Vec<String> = shown.map(|text| text.trim_end_matches(',').to_owned()).collect();
    let cut = above.iter().rev().find(|above| !above.is_skipped).filter(|_| node.is_skipped);
    parts.extend(cut.map(|cut| match cut.path.as_slice() {
        [] => "skipped by the cutoff at the root".to_owned(),
        [..] => format!("skipped by the cutoff at {}", cut.name),
    }));
    [node.name.clone()].into_iter().chain(parts).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_nodes_name_the_cutoff() {
        let node = |path: &[usize], name: &str, is_skipped, texts: &[&str]| ListedNode {
            path: path.to_vec(),
            name: name.to_owned(),
            is_skipped,
            texts: texts.iter().map(|&text| text.to_owned()).collect(),
        };
        let nodes = vec![
            node(&[1, 1], "B2", true, &["B2", "4"]),
            node(&[], "(root)", false, &["3"]),
            node(&[0], "A", false, &["A", "3"]),
            node(&[1], "B", false, &["B", "≤2", "(", ","]),
            node(&[1, 1, 0], "B2a", true, &[]),
            node(&[2], "C", false, &[]),
        ];
        assert_eq!(
            list(nodes).lines().skip(1).collect::<Vec<_>>(),
            [
                "<ul>",
                "<li>(root), 3<ul>",
                "<li>A, 3</li>",
                "<li>B, ≤2<ul>",
                "<li>B2, 4, skipped by the cutoff at B<ul>",
                "<li>B2a, skipped by the cutoff at B</li>",
                "</ul></li>",
                "</ul></li>",
                "<li>C</li>",
                "</ul></li>",
                "</ul></details>",
            ]
        );
        assert_eq!(list(Vec::new()), "");
    }
}
