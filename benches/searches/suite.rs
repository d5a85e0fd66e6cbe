//! Measures whether a suite uses all cores: 300 positions at depth 4 with one thread, and with one thread for each
//! core.

use std::process::Command;
use std::time::{Duration, Instant};
use std::{fs, io::Write};

pub(crate) fn main() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");
    let text = ["wac.epd", "bratko-kopec.epd"]
        .map(|file| fs::read_to_string(format!("{data}{file}")).expect("the suites are part of the project"))
        .concat();
    let positions: Vec<&str> =
        text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).take(300).collect();
    let mut file = tempfile::Builder::new().suffix(".epd").tempfile().expect("there is room for a small file");
    file.write_all(positions.join("\n").as_bytes()).expect("there is room for a small file");
    let run = |threads: usize| {
        let start = Instant::now();
        let output = Command::new(env!("CARGO_BIN_EXE_plywood"))
            .args(["explain", &file.path().to_string_lossy(), "--depth", "4"])
            .env("RAYON_NUM_THREADS", threads.to_string())
            .output()
            .expect("the program was built");
        assert!(output.status.success());
        (start.elapsed(), output.stdout)
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut best = [Duration::MAX; 2];
    for _ in 0..3 {
        let ((one, text), (all, same)) = (run(1), run(cores));
        assert!(text == same, "the output must not depend on the number of threads");
        best = [best[0].min(one), best[1].min(all)];
    }
    let [one, all] = best.map(|time| time.as_secs_f64());
    println!(
        "{} positions: {one:.2} s on one core, {all:.2} s on {cores}; {:.2} times as fast",
        positions.len(),
        one / all
    );
}
