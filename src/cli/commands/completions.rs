//! `plywood completions`: a script that completes commands, options, lists such as `--with tt,`, and lesson names.
//!
//! `clap_complete` generates a shell's script from the options. This module adds what it doesn't support: the values of
//! words that are subjects, and the names after a comma.

use crate::cli::Cli;
use crate::cli::args::values::variants;
use crate::cli::command_error::Result;
use crate::cli::commands::examples::commands;
use crate::cli::commands::help::written;
use crate::cli::context::Context;
use crate::core::game::classic::GameList;
use crate::lessons::model::builtin_names;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::Shell;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::ExitCode;

/// Arguments of `plywood completions`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Completions {
    /// The shell
    #[arg(value_enum, value_parser = variants::<Shell>())]
    shell: Shell,
}

impl Completions {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        written(context, script(self.shell, context.games()).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

fn script(shell: Shell, games: &GameList) -> String {
    let mut program = with_values(Cli::program(games), games);
    // The script goes to memory first, because writing directly to a closed pipe would panic.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "plywood", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    if shell == Shell::Bash {
        bash(&script, &program)
    } else if shell == Shell::Zsh {
        zsh(&script, &program, games)
    } else if shell == Shell::Fish {
        script + &fish(&program)
    } else {
        script
    }
}

/// Returns the command with the possible values of its arguments: lessons, games, commands.
fn with_values(command: Command, games: &GameList) -> Command {
    let named = |arg: Arg| match values(&arg, games) {
        Some(values) => arg.value_parser(PossibleValuesParser::new(values)),
        None => arg,
    };
    command.mut_args(named).mut_subcommands(|command| with_values(command, games))
}

/// Returns the possible values of a positional argument, or `None` if plywood cannot list them.
fn values(arg: &Arg, games: &GameList) -> Option<Vec<&'static str>> {
    if !arg.is_positional() || !arg.get_possible_values().is_empty() {
        return None;
    }
    let names = arg.get_value_names()?.iter().map(|name| name.as_str()).collect::<Vec<_>>().join("|");
    let is = |kind: &str| names.split(['|', ' ']).any(|name| name == kind);
    if is("LESSON") || is("EXERCISE") {
        return Some(lessons_and_games(games));
    }
    if is("FEN") {
        return Some(positions(games));
    }
    if is("NAME") { Some(builtin_names()) } else { is("COMMAND").then(|| commands().collect()) }
}

/// Returns the names of games, and of the start position of chess.
fn positions(games: &GameList) -> Vec<&'static str> {
    games.rows().filter_map(|row| row.names.last().copied()).chain(["startpos"]).collect()
}

fn lessons_and_games(games: &GameList) -> Vec<&'static str> {
    [builtin_names(), positions(games)].concat()
}

/// Adds the options of this command and its subcommands that take a comma-separated list.
fn list_options(command: &Command, found: &mut BTreeSet<String>) {
    for arg in command.get_arguments().filter(|arg| arg.get_value_delimiter().is_some()) {
        found.extend(arg.get_long().map(|long| format!("--{long}")));
        found.extend(arg.get_short().map(|short| format!("-{short}")));
    }
    command.get_subcommands().for_each(|command| list_options(command, found));
}

fn alternatives(program: &Command) -> String {
    let mut options = BTreeSet::new();
    list_options(program, &mut options);
    options.into_iter().collect::<Vec<_>>().join("|")
}

/// Bash: calls the script's own function on the text after the last comma, and then restores the names before the
/// comma.
fn bash(script: &str, program: &Command) -> String {
    let wrapper = r#"
_plywood() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" before="" name
    # Of `--with=tt` bash makes three words.
    if [[ $cur == "=" ]]; then
        cur=""
    elif [[ $prev == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
    case "$prev" in
        LISTS)
            if [[ $cur == *,* ]]; then
                before="${cur%,*},"
                cur="${cur##*,}"
            fi
            ;;
    esac
    _plywood_words "$1" "$cur" "$prev"
    if [[ -n $before ]]; then
        local found=()
        for name in "${COMPREPLY[@]}"; do
            [[ ",$before" == *",$name,"* ]] || found+=("$before$name")
        done
        COMPREPLY=("${found[@]}")
    elif [[ $COMP_CWORD -eq 1 && $cur != -* ]]; then
        COMPREPLY+=($(compgen -W "SUBJECTS" -- "$cur") $(compgen -f -- "$cur"))
    elif [[ $cur != -* && $prev != -* ]]; then
        COMPREPLY+=($(compgen -f -- "$cur"))
    fi
}
"#;
    let wrapper = wrapper.replace("LISTS", &alternatives(program)).replace("SUBJECTS", &builtin_names().join(" "));
    let script = script.replacen("_plywood() {", "_plywood_words() {", 1);
    match script.split_once("\n}\n") {
        Some((function, rest)) => format!("{function}\n}}\n{wrapper}{rest}"),
        None => script,
    }
}

/// Zsh: its completion system sets aside the text before the last comma, and the script completes the rest.
fn zsh(script: &str, program: &Command, games: &GameList) -> String {
    const END: &str = "if [ \"$funcstack[1]\" = \"_plywood\" ]; then";
    let wrapper = r#"_plywood() {
    case "${words[CURRENT-1]}" in
        LISTS) compset -P '*,' ;;
    esac
    if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then
        compadd -- SUBJECTS
        _files
    fi
    _plywood_words "$@"
}

"#;
    let wrapper = wrapper.replace("LISTS", &alternatives(program)).replace("SUBJECTS", &builtin_names().join(" "));
    let script = script.replacen("\n_plywood() {", "\n_plywood_words() {", 1);
    // With two colons, options could no longer follow the first subject.
    let script = script.replace("\n'*::", "\n'*:");
    let with_files = |script: String, names: &str| {
        script.replace(&format!(":({names})"), &format!(":{{compadd -- {names}; _files}}"))
    };
    let script = [&lessons_and_games(games), &positions(games)]
        .into_iter()
        .fold(script, |script, names| with_files(script, &names.join(" ")));
    script.replacen(END, &format!("{wrapper}{END}"), 1)
}

/// Fish: additional lines for lists and subjects.
fn fish(program: &Command) -> String {
    let mut lines = r#"
# The names that may follow a comma.
function __fish_plywood_list
    set -l token (string replace -r '^--[^=]*=' '' -- (commandline -ct))
    string match -q '*,*' -- $token; or return
    set -l before (string replace -r '[^,]*$' '' -- $token)
    for name in $argv
        string match -q "*,$name,*" -- ",$before"; or echo $before$name
    end
end
"#
    .to_owned();
    let _ =
        writeln!(lines, "complete -c plywood -n \"__fish_plywood_needs_command\" -a \"{}\"", builtin_names().join(" "));
    fish_of(program, "", &mut lines);
    lines
}

fn fish_of(command: &Command, condition: &str, lines: &mut String) {
    for arg in command.get_arguments() {
        let names: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        let names = names.join(" ");
        if arg.is_positional() && !names.is_empty() {
            let _ = writeln!(lines, "complete -c plywood -n \"{condition}\" -a \"{names}\"");
        } else if let Some(long) = arg.get_long().filter(|_| arg.get_value_delimiter().is_some()) {
            let short = arg.get_short().map(|short| format!(" -s {short}")).unwrap_or_default();
            let _ = writeln!(
                lines,
                "complete -c plywood -n \"{condition}\" -l {long}{short} -x -a \"(__fish_plywood_list {names})\""
            );
        }
    }
    for inner in command.get_subcommands() {
        let name = inner.get_name();
        let inner_condition = match condition {
            "" => format!("__fish_plywood_using_subcommand {name}"),
            outer => format!("{outer}; and __fish_seen_subcommand_from {name}"),
        };
        fish_of(inner, &inner_condition, lines);
    }
}
