//! Static scores that a search names outside of the fixed-depth tree.

use super::examine::Examiner;
use crate::proof::report::{Check, Problem};
use crate::study::Ground;

impl Examiner<'_> {
    /// Checks the static score of the root, and those that stand pat.
    pub fn statics(&mut self, ground: &mut dyn Ground) {
        if let Some(said) = self.claims.root_score {
            let is = ground.score();
            let problem = Problem::Static { said, is: is.unwrap_or_default() };
            let proved = is.map(|is| is.is_near(said, self.report.header.tolerance));
            self.note(Check::Static, proved, || (Vec::new(), problem));
        }
        // Lines in order share their first moves with those before them.
        let mut stand_pats: Vec<_> = self.claims.stand_pats.iter().collect();
        stand_pats.sort();
        stand_pats.dedup();
        let mut played: Vec<u32> = Vec::new();
        for (line, said) in stand_pats {
            let shared = played.iter().zip(line).take_while(|(number, other)| number == other).count();
            played.drain(shared..).for_each(|_| ground.undo());
            while let Some(&number) = line.get(played.len()) {
                let name = self.claims.name(number);
                let Some(mv) = ground.find(name) else { break };
                ground.play(mv);
                played.push(number);
            }
            let is = if played.len() == line.len() { ground.score() } else { None };
            let claims = self.claims;
            let proved = is.map(|is| is.is_near(*said, self.report.header.tolerance));
            self.note(Check::Static, proved, || {
                let names = line.iter().map(|&number| claims.name(number).to_owned()).collect();
                (names, Problem::Static { said: -*said, is: -is.unwrap_or_default() })
            });
        }
        played.drain(..).for_each(|_| ground.undo());
    }
}
