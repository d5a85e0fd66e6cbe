//! The `plywood` command.

fn main() -> std::process::ExitCode {
    plywood::cli::main()
}
