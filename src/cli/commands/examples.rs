//! Three examples for each command and subcommand: its help ends with them, and messages quote the first.

/// A command line, and what it does.
pub(in crate::cli) type Example = (&'static str, &'static str);

/// The examples of each command by its path; the program's own path is empty.
const EXAMPLES: &[(&str, [Example; 3])] = &[
    (
        "explain",
        [
            ("plywood explain sargon-2 --log", "a lesson, with its log"),
            ("plywood explain startpos -d 5 -o page.html", "a position, for a browser"),
            ("plywood explain trace.jsonl --why Nf3", "what an engine recorded"),
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
            ("plywood verify sargon-2", "one of plywood's own searches"),
            ("plywood verify startpos -d 3 --with tt,killers", "a search with techniques"),
            ("plywood verify trace.jsonl", "a recorded search"),
        ],
    ),
    (
        "eval",
        [
            ("plywood eval startpos", "what it is worth, and why"),
            ("plywood eval startpos --after \"e4 d5\"", "after some moves"),
            ("plywood eval startpos --engine sargon --moves", "as Sargon (1978) sorts"),
        ],
    ),
    (
        "lessons",
        [
            ("plywood lessons", "all lessons, in the order of the course"),
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
            ("plywood lessons new \"((3 12) (2 4))\" -o my.json", "write one, to edit"),
            ("plywood lessons new \"(A:(3 12) B:(2 4))\"", "with names of your own"),
        ],
    ),
    (
        "course",
        [
            ("plywood course", "the chapters"),
            ("plywood course 5", "one chapter"),
            ("plywood course sargon-1 sargon-2 -o text.html", "a text made of lessons"),
        ],
    ),
    (
        "distil",
        [
            ("plywood distil startpos", "print a lesson"),
            ("plywood distil startpos -d 2 -o small.json", "write a lesson two plies deep"),
            ("plywood distil ttt:XO./.X./..O", "of a game that is not chess"),
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
            ("plywood book games.bin startpos --zobrist", "how its key is made"),
            ("plywood book make games.pgn -o games.bin", "make a book of games"),
        ],
    ),
    (
        "book make",
        [
            ("plywood book make games.pgn -o games.bin", "of a file of games"),
            ("plywood book make games.pgn --plies 8 -o two.bin", "of their first eight plies"),
            ("plywood book make games.pgn more.pgn -o all.bin", "of several files"),
        ],
    ),
    (
        "book merge",
        [
            ("plywood book merge games.bin two.bin -o all.bin", "the first book wins"),
            ("plywood book merge two.bin games.bin -o all.bin", "the other way round"),
            ("plywood book merge a.bin b.bin c.bin -o all.bin", "three books"),
        ],
    ),
    (
        "book dump",
        [
            ("plywood book dump games.bin", "every entry as a line"),
            ("plywood book dump games.bin -o games.txt", "into a file"),
            ("plywood book dump games.bin | sort", "for another program"),
        ],
    ),
    (
        "playground",
        [
            ("plywood playground", "playground.html"),
            ("plywood playground -o page.html", "write another file"),
            ("plywood explain equality --play -o equality.html", "with a lesson loaded"),
        ],
    ),
    (
        "site",
        [
            ("plywood site public", "the folder public, with index.html"),
            ("plywood site ./docs", "another folder"),
            ("plywood site public --force", "write it again after an update"),
        ],
    ),
    (
        "exercise",
        [
            ("plywood exercise new -o ex.json", "make an exercise"),
            ("plywood exercise sheet ex.json -o sheet.html", "its sheet, to print"),
            ("plywood exercise grade ex.json answers.txt", "mark the answers"),
        ],
    ),
    (
        "exercise new",
        [
            ("plywood exercise new --level 2 --seed 7", "of a random tree"),
            ("plywood exercise new \"((3 12 8) (2 4 6))\" -o mine.json", "of your tree"),
            ("plywood exercise new --count 3 -o class.json", "one for each group"),
        ],
    ),
    (
        "exercise sheet",
        [
            ("plywood exercise sheet ex.json", "the sheet"),
            ("plywood exercise sheet ex.json --key", "the answers, with reasons"),
            ("plywood exercise sheet ex.json -o sheet.html", "to print"),
        ],
    ),
    (
        "exercise grade",
        [
            ("plywood exercise grade ex.json answers.txt", "one student"),
            ("plywood exercise grade ex.json class", "all files of a folder"),
            ("plywood exercise grade ex.json class -o marks.csv", "for a spreadsheet"),
        ],
    ),
    (
        "exercise run",
        [
            ("plywood exercise run -- python3 agent.py", "a program, on random trees"),
            ("plywood exercise run wikipedia -- python3 agent.py", "on one tree"),
            ("plywood exercise run --rule ge -- python3 agent.py", "where a tie must cut"),
        ],
    ),
    (
        "exercise starter",
        [
            ("plywood exercise starter python", "print it"),
            ("plywood exercise starter python -o agent.py", "write a file to fill in"),
            ("plywood exercise starter java -o Agent.java", "for another language"),
        ],
    ),
    (
        "completions",
        [
            ("plywood completions bash > plywood.bash", "then: source plywood.bash"),
            ("plywood completions zsh > _plywood", "put it into a folder of $fpath"),
            ("plywood completions fish > plywood.fish", "put it into the completions of fish"),
        ],
    ),
    (
        "man",
        [
            ("plywood man", "the page of the program"),
            ("plywood man explain", "the page of a command"),
            ("plywood man exercise grade > plywood-exercise-grade.1", "write it"),
        ],
    ),
    (
        "perft",
        [
            ("plywood perft startpos", "to four plies"),
            ("plywood perft startpos -d 3 --divide", "after each move"),
            ("plywood perft connect4 -d 5", "of another game"),
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

/// Returns the examples as listed in the help; nothing if the command has none.
pub(in crate::cli) fn listed(path: &str) -> Option<String> {
    let examples = examples(path);
    let width = examples.iter().map(|(command, _)| command.len()).max()?;
    let lines: Vec<String> = examples.iter().map(|(command, does)| format!("  {command:width$}  {does}")).collect();
    Some(format!("Try:\n{}", lines.join("\n")))
}
