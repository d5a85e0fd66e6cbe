//! Names and titles full of special characters remain plain text in every format.

use crate::{Folder, output};

/// A title, and the names of leaves. Each contains something that is special in some format.
const TITLE: &str = "<t> \"q\" &amp; | * # $ _ ^ ~ % { } \\ ` ]";
const NAMES: [&str; 4] = ["\"zq", "b\\n", "<i>", "a&amp;b|c*_`#$^~%{}]"];

/// The text before and after a title in a format, and before and after a name.
type Around = [&'static str; 4];

fn lesson() -> Folder {
    let leaf = |at: usize| serde_json::json!({ "move": NAMES[at], "score": 3 + at });
    let lesson = serde_json::json!({ "title": TITLE, "ask": TITLE, "answer": TITLE, "moves": [
        { "move": "x", "moves": [leaf(0), leaf(1)] }, { "move": "y", "moves": [leaf(2), leaf(3)] }] });
    Folder::with("signs.json", lesson.to_string())
}

/// Checks that in this format the title and the names are escaped, and never appear raw if the escaped form differs.
#[track_caller]
fn stand(format: &str, [before, behind, start, end]: Around, title: &str, names: [&str; 4]) {
    // Rows have room for whole names.
    let rows: &[&str] = if ["svg", "tikz"].contains(&format) { &["--style", "annotated"] } else { &[] };
    let page = output(lesson().plywood(&["explain", "signs.json", "--format", format]).args(rows));
    assert!(page.contains(&format!("{before}{title}{behind}")), "{format}: {page}");
    for name in names {
        let starred = [("", ""), ("★ ", ""), ("★ **", ""), ("", "\u{a0}★")];
        let is_there = starred.map(|(before, behind)| page.contains(&format!("{start}{before}{name}{behind}{end}")));
        assert!(is_there.contains(&true) || page.contains(&format!("★ **{name}**{end}")), "{format}, {name}: {page}");
    }
    // Scripts also contain quotes.
    let page = page.split("<script").next().unwrap();
    for (name, shown) in NAMES.iter().zip(names) {
        assert!(*name == shown || !page.replace(shown, "").contains(name), "{format}, {name}: {page}");
    }
}

#[test]
fn a_string_of_dot_ends_where_it_should() {
    let title = "&lt;t&gt; \\\"q\\\" &amp;amp; | * # $ _ ^ ~ % { } \\\\ ` ]";
    let names = ["\\\"zq", "b\\\\n", "&lt;i&gt;", "a&amp;amp;b|c*_`#$^~%{}]"];
    stand("dot", ["    label=\"", "\\l", "[label=\"", "\\n"], title, names);
}

#[test]
fn a_label_of_mermaid_ends_where_it_should() {
    let title = "#60;t#62; #34;q#34; #38;amp#59; #124; * #35; #36; #95; #94; #126; #37; #123; #125; #92; #96; #93;";
    let names = ["#34;zq", "b#92;n", "#60;i#62;", "a#38;amp#59;b#124;c*#95;#96;#35;#36;#94;#126;#37;#123;#125;#93;"];
    stand("mermaid", ["  about[\"", "<br/>", "[\"", "<br/>"], title, names);
}

#[test]
fn a_cell_of_markdown_ends_where_it_should() {
    let title = "&lt;t\\> \"q\" &amp;amp; \\| \\* \\# $ \\_ ^ \\~ % \\{ \\} \\\\ \\` \\]";
    let names = ["\"zq", "b\\\\n", "&lt;i\\>", "a&amp;amp;b\\|c\\*\\_\\`\\#$^\\~%\\{\\}\\]"];
    stand("markdown", ["## ", "\n", "| &emsp;&emsp;", " | "], title, names);
}

#[test]
fn an_element_and_an_attribute_end_where_they_should() {
    let title = "&lt;t&gt; &quot;q&quot; &amp;amp; | * # $ _ ^ ~ % { } \\ ` ]";
    let names = ["&quot;zq", "b\\n", "&lt;i&gt;", "a&amp;amp;b|c*_`#$^~%{}]"];
    stand("svg", ["<title>", "</title>", " data-name=\"", "\" data-ply"], title, names);
    stand("svg", [" x=\"16\" y=\"32\">", "</text>", "\">", "</text>"], title, names);
    // A node of the upright tree has no room for a long name.
    let short = ["&quot;zq", "b\\n", "&lt;i&gt;", "a&amp;amp;b|c*_`.."];
    stand("html", ["<title>", "</title>", "<text class=\"name\" y=\"27\">", "</text>"], title, short);
    stand("html", ["<h1><bdi>", "</bdi></h1>", "<li><bdi>", "</bdi> <span>"], title, names);
    stand("html", ["<p class=\"ask\"><b>Question.</b> ", "</p>", "The position after ", " is created"], title, names);
}

#[test]
fn a_group_of_latex_ends_where_it_should() {
    let quoted = "\\texttt{\\char34}q";
    let title = format!(
        "$<$t$>$ {quoted}\\texttt{{\\char34}} \\&amp; $|$ * \\# \\$ \\_ \\textasciicircum{{}} \\textasciitilde{{}} \\% \\{{ \\}} \
         \\textbackslash{{}} {{`}} ]"
    );
    let long = "a\\&amp;b$|$c*\\_{`}\\#\\$\\textasciicircum{}\\textasciitilde{}\\%\\{\\}]";
    stand(
        "tikz",
        ["(16,32) {", "};", ") {", "};"],
        &title,
        ["\\texttt{\\char34}zq", "b\\textbackslash{}n", "$<$i$>$", long],
    );
}

#[test]
fn a_text_made_of_lessons_holds_titles_and_pages_as_text() {
    let folder = lesson();
    let block = "```\n<script>\n\\end{Verbatim}\n";
    let note = serde_json::json!({ "title": TITLE, "note": block, "moves": [{ "move": "日`````", "score": 1 }] });
    folder.write("block.json", note.to_string());
    let written = |file: &str| {
        output(&mut folder.plywood(&["course", "signs.json", "block.json", "--title", TITLE, "-o", file]));
        folder.read(file)
    };
    let (markdown, html, tex) = (written("t.md"), written("t.html"), written("t.tex"));
    let title = "&lt;t\\> \"q\" &amp;amp; \\| \\* \\# $ \\_ ^ \\~ % \\{ \\} \\\\ \\` \\]\n";
    assert!(markdown.contains(&format!("# {title}")) && markdown.contains(&format!("## {title}")), "{markdown}");
    let fence = "\n``````text\n";
    let (_, behind) = markdown.split_once(fence).unwrap_or_else(|| panic!("{markdown}"));
    assert!(behind.contains("```\n<script>") && behind.contains("\n``````\n"), "{markdown}");
    let title = "&lt;t&gt; &quot;q&quot; &amp;amp; | * # $ _ ^ ~ % { } \\ ` ]";
    for (start, end) in [
        ("<title>", "</title>"),
        ("<h1>", "</h1>"),
        ("<h2>", "</h2>"),
        ("<summary><strong>Answer</strong></summary><p>", "</p>"),
    ] {
        assert!(html.contains(&format!("{start}{title}{end}")), "{start}: {html}");
    }
    assert!(!html.contains("<script>") && html.contains("&lt;script&gt;"), "{html}");
    assert!(tex.contains("\\section*{$<$t$>$ \\texttt{\\char34}q"), "{tex}");
    assert_eq!(tex.matches("\\begin{Verbatim}").count(), tex.matches("\\end{Verbatim}").count(), "{tex}");
    assert!(tex.is_ascii() && tex.contains("[U+65E5]`````"), "{tex}");
}

#[test]
fn what_scripts_read_is_packed() {
    let page = output(&mut lesson().plywood(&["explain", "signs.json", "--format", "html"]));
    for id in ["states", "trace"] {
        let (_, behind) = page.split_once(&format!("id=\"{id}\">")).unwrap();
        let packed = behind.split_once("</script>").unwrap().0;
        assert!(packed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)), "{packed}");
    }
}
