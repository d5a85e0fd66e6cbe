//! Three examples for each command and subcommand: its help ends with them, and messages quote the first.

/// A command line, and what it does.
pub(in crate::cli) type Example = (&'static str, &'static str);

/// The examples of each command, keyed by its path; the program's own path is empty.
const EXAMPLES: &[(&str, [Example; 3])] = &[
    (
        "explain",
        [
            ("plywood explain sargon-2 --log", "a lesson, with its log"),
            ("plywood explain startpos -d 5 -o page.html", "a position, as a browser page"),
            ("plywood explain trace.jsonl --why Nf3", "a move in a recorded trace"),
        ],
    ),
    (
        "step",
        [
            ("plywood step sargon-2", "a lesson, step by step"),
            ("plywood step wikipedia --ask", "guess each verdict before you see it"),
            ("plywood step ttt --min", "play against the search"),
        ],
    ),
    (
        "compare",
        [
            ("plywood compare sargon-2", "what each kind of search costs"),
            ("plywood compare wide --order best,worst", "what move ordering saves"),
            ("plywood compare one.jsonl two.jsonl", "where two recorded searches differ"),
        ],
    ),
    (
        "verify",
        [
            ("plywood verify sargon-2", "a search by plywood"),
            ("plywood verify startpos -d 3 --with tt,killers", "a search with techniques"),
            ("plywood verify trace.jsonl", "a recorded search"),
        ],
    ),
    (
        "eval",
        [
            ("plywood eval startpos", "its evaluation, term by term"),
            ("plywood eval startpos --after \"e4 d5\"", "the position after two plies"),
            ("plywood eval startpos --engine sargon --moves", "its moves, in Sargon's order"),
        ],
    ),
    (
        "lessons",
        [
            ("plywood lessons", "all lessons, by topic"),
            ("plywood lessons -o lessons.html", "all lessons, with their trees"),
            ("plywood lessons show wikipedia", "the source of one lesson"),
        ],
    ),
    (
        "lessons show",
        [
            ("plywood lessons show wikipedia", "a tree without a board"),
            ("plywood lessons show sargon-1", "a tree with a board"),
            ("plywood lessons show equality -o own.json", "a copy to edit"),
        ],
    ),
    (
        "lessons plan",
        [
            ("plywood lessons plan 45", "a plan for 45 minutes"),
            ("plywood lessons plan 90 -o plan.html", "for a browser, or to print"),
            ("plywood lessons plan 50 -o plan.md", "to edit"),
        ],
    ),
    (
        "lessons new",
        [
            ("plywood lessons new \"((3 12 8) (2 4 6))\"", "print a lesson file"),
            ("plywood lessons new \"((3 12) (2 4))\" -o my.json", "write it to a file to edit"),
            ("plywood lessons new \"(A:(3 12) B:(2 4))\"", "with names of your own"),
        ],
    ),
    (
        "course",
        [
            ("plywood course", "the chapters"),
            ("plywood course 5", "one chapter"),
            ("plywood course sargon-1 sargon-2 -o text.html", "a handout with two lessons"),
        ],
    ),
    (
        "distil",
        [
            ("plywood distil startpos", "print a lesson"),
            ("plywood distil startpos -d 2 -o small.json", "write a lesson two plies deep"),
            ("plywood distil ttt:XO./.X./..O", "use a position of another game"),
        ],
    ),
    (
        "retro",
        [
            ("plywood retro KQK", "king and queen against king"),
            ("plywood retro KRK --board 4x4 --print", "every position of a small board"),
            ("plywood retro KPK -o kpk.tbl", "write the table to a file"),
        ],
    ),
    (
        "book",
        [
            ("plywood book games.bin", "the moves of the start position"),
            ("plywood book games.bin startpos --zobrist", "how its key is computed"),
            ("plywood book make games.pgn -o games.bin", "make a book from games"),
        ],
    ),
    (
        "book make",
        [
            ("plywood book make games.pgn -o games.bin", "from one file"),
            ("plywood book make games.pgn --plies 8 -o two.bin", "from their first eight plies"),
            ("plywood book make games.pgn more.pgn -o all.bin", "from several files"),
        ],
    ),
    (
        "book merge",
        [
            ("plywood book merge games.bin two.bin -o all.bin", "games.bin takes precedence"),
            ("plywood book merge two.bin games.bin -o all.bin", "two.bin takes precedence"),
            ("plywood book merge a.bin b.bin c.bin -o all.bin", "three books"),
        ],
    ),
    (
        "book dump",
        [
            ("plywood book dump games.bin", "print one entry per line"),
            ("plywood book dump games.bin -o games.txt", "write the entries to a file"),
            ("plywood book dump games.bin | sort", "sort the entries"),
        ],
    ),
    (
        "playground",
        [
            ("plywood playground", "write playground.html"),
            ("plywood playground -o page.html", "write another file"),
            ("plywood explain equality --play -o equality.html", "with a lesson loaded"),
        ],
    ),
    (
        "site",
        [
            ("plywood site public", "write it to the folder public"),
            ("plywood site ./docs", "to another folder"),
            ("plywood site public --force", "write it again after an update"),
        ],
    ),
    (
        "exercise",
        [
            ("plywood exercise new -o ex.json", "make an exercise"),
            ("plywood exercise sheet ex.json -o sheet.html", "write its sheet, to print"),
            ("plywood exercise grade ex.json answers.txt", "grade the answers"),
        ],
    ),
    (
        "exercise new",
        [
            ("plywood exercise new --level 2 --seed 7", "from a random tree"),
            ("plywood exercise new \"((3 12 8) (2 4 6))\" -o mine.json", "from your own tree"),
            ("plywood exercise new --count 3 -o class.json", "three, one per group"),
        ],
    ),
    (
        "exercise sheet",
        [
            ("plywood exercise sheet ex.json", "print the sheet"),
            ("plywood exercise sheet ex.json --key", "print the answers, with reasons"),
            ("plywood exercise sheet ex.json -o sheet.html", "write a page to print"),
        ],
    ),
    (
        "exercise grade",
        [
            ("plywood exercise grade ex.json answers.txt", "grade one student"),
            ("plywood exercise grade ex.json class", "grade all files in a folder"),
            ("plywood exercise grade ex.json class -o marks.csv", "write a spreadsheet"),
        ],
    ),
    (
        "exercise run",
        [
            ("plywood exercise run -- python3 agent.py", "on random trees"),
            ("plywood exercise run wikipedia -- python3 agent.py", "on one tree"),
            ("plywood exercise run --rule ge -- python3 agent.py", "require cutoffs on ties"),
        ],
    ),
    (
        "exercise starter",
        [
            ("plywood exercise starter python", "print it"),
            ("plywood exercise starter python -o agent.py", "write a file to fill in"),
            ("plywood exercise starter java -o Agent.java", "in another language"),
        ],
    ),
    (
        "completions",
        [
            ("plywood completions bash > plywood.bash", "then: source plywood.bash"),
            ("plywood completions zsh > _plywood", "then move it to a folder in $fpath"),
            ("plywood completions fish > plywood.fish", "then move it to fish's completions"),
        ],
    ),
    (
        "man",
        [
            ("plywood man", "plywood's manual page"),
            ("plywood man explain", "a command's manual page"),
            ("plywood man exercise grade > plywood-exercise-grade.1", "write it to a file"),
        ],
    ),
    (
        "perft",
        [
            ("plywood perft startpos", "count to four plies"),
            ("plywood perft startpos -d 3 --divide", "with a count for each move"),
            ("plywood perft connect4 -d 5", "in another game"),
        ],
    ),
];

/// Returns the examples of a command by its path, such as `exercise grade`.
pub(in crate::cli) fn examples(path: &str) -> &'static [Example] {
    EXAMPLES.iter().find(|(own, _)| *own == path).map_or(&[], |(_, examples)| examples)
}

/// Returns the names of all commands.
pub(in crate::cli) fn commands() -> impl Iterator<Item = &'static str> {
    EXAMPLES.iter().map(|(path, _)| *path).filter(|path| !path.contains(' '))
}

/// Returns the examples as listed in the help, or nothing if the command has none.
pub(in crate::cli) fn listed(path: &str) -> Option<String> {
    let examples = examples(path);
    let width = examples.iter().map(|(command, _)| command.len()).max()?;
    let lines: Vec<String> = examples.iter().map(|(command, does)| format!("  {command:width$}  {does}")).collect();
    Some(format!("Try:\n{}", lines.join("\n")))
}
