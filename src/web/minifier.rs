//! Makes styles and scripts shorter for a page: without comments, indentation, and spaces that browsers don't need.

/// Returns whether a line is a comment. Pages omit comments.
fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("//") || line.starts_with("/*") && line.ends_with("*/")
}

/// Returns the lines of a style or script without comments and indentation.
pub(super) fn without_comments(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split_inclusive('\n').filter(|line| !is_comment(line)).map(str::trim_start)
}

/// Returns styles without the spaces that browsers don't need. Texts in quotation marks stay as they are.
pub(super) fn without_spaces(styles: &str) -> String {
    const MARKS: [(&str, &str); 11] = [
        (" {", "{"),
        ("{ ", "{"),
        (" }", "}"),
        ("}\n", "}"),
        (": ", ":"),
        ("; ", ";"),
        (", ", ","),
        (" > ", ">"),
        (" ~ ", "~"),
        (";}", "}"),
        ("{\n", "{"),
    ];
    squeezed(styles, &MARKS)
}

/// Replaces marks outside of quotation marks.
fn squeezed(text: &str, marks: &[(&str, &str)]) -> String {
    let replaced = |text: String, mark: &str, short: &str| match text.contains(mark) {
        true => text.replace(mark, short),
        false => text,
    };
    let squeezed = |text: &str| marks.iter().fold(text.to_owned(), |text, (mark, short)| replaced(text, mark, short));
    let parts = text.split('"').enumerate();
    let parts = parts.map(|(at, part)| if at % 2 == 0 { squeezed(part) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("\"")
}

/// Returns scripts without the spaces around operators, and without the ends of lines after statements, blocks and
/// commas. The first operators occur in no text; the others are only replaced in lines without regular
/// expressions, escapes and several templates.
pub(super) fn without_gaps(scripts: &str) -> String {
    const EVERYWHERE: [(&str, &str); 7] = [
        (" => ", "=>"),
        (" === ", "==="),
        (" !== ", "!=="),
        (" && ", "&&"),
        (" || ", "||"),
        (" ?? ", "??"),
        (" {\n", "{\n"),
    ];
    const OUTSIDE_OF_TEXTS: [(&str, &str); 25] = [
        ("if (", "if("),
        ("for (", "for("),
        ("const [", "const["),
        ("const {", "const{"),
        (" + ", "+"),
        (" - ", "-"),
        (" += ", "+="),
        (" <= ", "<="),
        (" >= ", ">="),
        (" * ", "*"),
        (" : ", ":"),
        (") ", ")"),
        ("] ", "]"),
        ("} ", "}"),
        (" of [", " of["),
        (" ={", "={"),
        (", ", ","),
        (" = ", "="),
        (": ", ":"),
        ("; ", ";"),
        (" ? ", "?"),
        (" < ", "<"),
        (" > ", ">"),
        ("{ ", "{"),
        (" }", "}"),
    ];
    let scripts = EVERYWHERE.iter().fold(scripts.to_owned(), |text, (mark, short)| text.replace(mark, short));
    let lines = scripts.split_inclusive('\n').map(|line| match line.split('`').collect::<Vec<_>>()[..] {
        _ if line.contains(['/', '\\']) => line.to_owned(),
        [line] => squeezed(line, &OUTSIDE_OF_TEXTS),
        [before, template, after] => {
            [&squeezed(before, &OUTSIDE_OF_TEXTS), template, &squeezed(after, &OUTSIDE_OF_TEXTS)].join("`")
        }
        _ => line.to_owned(),
    });
    lines.collect::<String>().replace(";\n", ";").replace("{\n", "{").replace("}\n", "}").replace(",\n", ",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_keep_the_spaces_that_mean_something() {
        let long = "a b, p:not(.c) > i { content: \"x: { y, z }\"; margin: 0 -1px }\n@media (min-width: 9em) { b { top: 0 } }\n";
        let short = "a b,p:not(.c)>i{content:\"x: { y, z }\";margin:0 -1px}@media (min-width:9em){b{top:0}}";
        assert_eq!(without_spaces(long), short);
    }

    #[test]
    fn scripts_keep_their_texts() {
        assert_eq!(without_gaps("if (a && b) {\n  c = d => e !== f || g;\n"), "if(a&&b){  c=d=>e!==f||g;");
        for line in [
            "a=/, /.exec(b) ? c : d;",
            "a=`b, c`;",
            "a=`b, ${c}: ${`d, e`}`;",
            "a=\"b, c: d = { e }\";",
            "a=\"\\\"\" + \", \";",
        ] {
            assert_eq!(without_gaps(line), line);
        }
    }
}
