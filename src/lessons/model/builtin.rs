//! The lessons that are embedded in the library, the misconceptions that they address, and class plans.

use super::Lesson;
use crate::core::names::normalize;
use include_dir::{Dir, include_dir};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

static MODELS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/models");

/// Returns the names of the built-in lessons, in alphabetical order.
#[must_use]
pub fn builtin_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = MODELS.files().filter_map(|file| file.path().file_stem()?.to_str()).collect();
    names.sort_unstable();
    names
}

/// The lessons in teaching order, by topic.
const COURSE: &[(&str, &[&str])] = &[
    ("a tour", &["tour"]),
    ("minimax", &["highest-leaf", "signs", "ties", "leaf-kinds", "black-to-move", "min-first", "two-ghosts"]),
    ("cutoffs", &["equality", "all-lose", "window", "cut-names", "last-child", "skipped-subtree"]),
    ("bounds", &["fail-low", "deep-cutoff", "wikipedia", "unknown-leaf"]),
    ("chance", &["dice-race", "leaf-range"]),
    ("order", &["order-worst", "order-best", "static-orders", "wide"]),
    ("best line", &["pv-scan-1", "pv-scan-2", "pv-scan-3", "unequal-lines", "single-reply", "window-missed"]),
    ("mates", &["mate-flat", "mate-distance", "stalemate-trap", "smothered"]),
    ("depth", &["horizon", "odd-even", "deepening", "table-hit"]),
    (
        "techniques",
        &[
            "killer-reply",
            "history-recalled",
            "narrow-window",
            "delta-pawn",
            "losing-capture",
            "check-extended",
            "late-move",
            "futile-reply",
            "mirror-image",
        ],
    ),
    ("mistakes", &["root-window", "looks-right"]),
    ("Sargon", &["sargon-1", "sargon-2", "sargon-3", "sargon-4", "sargon-5"]),
];

/// Returns the topic and name of each built-in lesson, in teaching order.
pub(crate) fn course() -> impl Iterator<Item = (&'static str, &'static str)> {
    COURSE.iter().flat_map(|(topic, names)| names.iter().map(|name| (*topic, *name)))
}

/// Returns the text of the built-in lesson called `name` (without `.json`).
#[must_use]
pub fn builtin(name: &str) -> Option<&'static str> {
    MODELS.get_file(format!("{name}.json"))?.contents_utf8()
}

/// Returns whether this is the title of a built-in lesson.
pub(crate) fn is_builtin_title(title: &str) -> bool {
    let field = format!("\"title\": {}", serde_json::Value::from(title));
    MODELS.files().filter_map(|file| file.contents_utf8()).any(|text| text.contains(&field))
}

/// Returns the name of the built-in lesson that a text means. The text may be in upper or lower case, with spaces
/// around it, and with or without hyphens.
#[must_use]
pub fn meant_lesson(text: &str) -> Option<&'static str> {
    let spelled = normalize(text);
    builtin_names().into_iter().find(|name| normalize(name) == spelled)
}

/// A common misconception about a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misconception {
    /// The number by which lessons refer to the misconception, counted from 1.
    pub number: u32,
    /// The chapter of the course that explains the misconception.
    pub chapter: u32,
    /// The misconception, or the question behind it.
    pub words: &'static str,
}

/// All misconceptions, in course order.
pub const MISCONCEPTIONS: [Misconception; 23] = [
    misconception(9, 3, "whose score is this, and where does the sign change?"),
    misconception(7, 4, "is a window new at each node, or inherited?"),
    misconception(10, 4, "what exactly is counted: cutoffs, moves, nodes or leaves?"),
    misconception(12, 4, "is this an alpha cutoff or a beta cutoff?"),
    misconception(11, 4, "is it a cutoff if no moves are left to skip?"),
    misconception(21, 5, "what is the first score compared with?"),
    misconception(6, 6, "can a bound from three plies above cause a cutoff?"),
    misconception(13, 7, "does the move ordering change the answer?"),
    misconception(14, 7, "the static evaluation of an inner node is its value"),
    misconception(3, 8, "is the search fail-hard or fail-soft?"),
    misconception(5, 8, "the score of a node with a cutoff is its true value"),
    misconception(4, 9, "does a score that equals alpha fail low?"),
    misconception(1, 9, "why does a tie cause a cutoff?"),
    misconception(2, 9, "alpha-beta may choose a different move than minimax"),
    misconception(16, 10, "why does the best line have these moves, and why is it so short?"),
    misconception(19, 11, "why does a program prefer mate in two to mate in one?"),
    misconception(22, 11, "mate, stalemate and the horizon: which leaf is which?"),
    misconception(18, 12, "a search sees everything that matters"),
    misconception(15, 13, "iterative deepening wastes work"),
    misconception(17, 13, "is the line after a fail high or fail low the best line?"),
    misconception(20, 14, "a table hit should not change the counts"),
    misconception(8, 16, "why must the root pass alpha down?"),
    misconception(23, 16, "a program that plays well is right"),
];

const fn misconception(number: u32, chapter: u32, words: &'static str) -> Misconception {
    Misconception { number, chapter, words }
}

/// The misconceptions that each built-in lesson addresses.
static ADDRESSED: LazyLock<Vec<(&str, Vec<u32>)>> = LazyLock::new(|| {
    course().filter_map(|(_, name)| Some((name, Lesson::from_json(builtin(name)?).ok()?.addresses))).collect()
});

impl Misconception {
    /// Returns the built-in lessons that address this misconception, in teaching order.
    #[must_use]
    pub fn lessons(&self) -> Vec<&'static str> {
        ADDRESSED.iter().filter(|(_, addresses)| addresses.contains(&self.number)).map(|(name, _)| *name).collect()
    }
}

/// A plan for a class of a given length.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The length of the class in minutes.
    pub minutes: u32,
    /// The parts, each with its length in minutes. The rest of the time is for the homework.
    pub stops: Vec<(u32, PlanStop)>,
}

/// A part of a class, about one lesson.
#[derive(Clone, Copy, Debug)]
pub struct PlanStop {
    /// The name of the lesson whose question is asked.
    pub lesson: &'static str,
    /// The command whose output is on the projector while the class thinks.
    pub show: &'static str,
    /// A remark about something that the tree itself does not show; may be empty.
    pub tree: &'static str,
    /// The hint, in case nobody answers.
    pub hint: &'static str,
    /// The command that shows the answer.
    pub then: &'static str,
}

/// Homework: what the students do, and the command that creates it.
pub const HOME: [(&str, &str); 3] = [
    (
        "A tree for each student to search by hand, ex-01.json to ex-30.json",
        "plywood exercise new --count 30 -o ex.json",
    ),
    (
        "All of them as sheets, one page each; add --key for the answers",
        "plywood exercise sheet ex-*.json -o sheets.html",
    ),
    ("A tour in ten stops, for those who missed the class", "plywood explain tour -o tour.html"),
];

const HIGHEST_LEAF: PlanStop = PlanStop {
    lesson: "highest-leaf",
    show: "plywood explain highest-leaf --algorithm minimax --style upright",
    tree: "",
    hint: "MAX has played A. Who moves now, and which of the two leaves does that side take?",
    then: "plywood explain highest-leaf --algorithm minimax --set \"A2=2\"",
};
const SIGNS: PlanStop = PlanStop {
    lesson: "signs",
    show: "plywood explain signs --algorithm minimax --style upright",
    tree: "",
    hint: "Go up one ply at a time. Whose move is it there, and does that side like the number?",
    then: "plywood explain signs --algorithm negamax --view negamax --log",
};
const SKIPPED_SUBTREE: PlanStop = PlanStop {
    lesson: "skipped-subtree",
    show: "plywood explain skipped-subtree --style upright",
    tree: "",
    hint: "What does MAX already have with A? To what must MIN hold B so that MAX has no reason to play it?",
    then: "plywood explain skipped-subtree --style upright --set \"B1a=4\"",
};
const WIKIPEDIA: PlanStop = PlanStop {
    lesson: "wikipedia",
    show: "plywood exercise sheet wikipedia",
    tree: "",
    hint: "First find the values from left to right, as far as A. What does MAX have then, before anything below C is read?",
    then: "plywood explain wikipedia --style upright",
};
const EQUALITY: PlanStop = PlanStop {
    lesson: "equality",
    show: "plywood explain equality --style upright",
    tree: "",
    hint: "Which leaf of C did the search skip? Who would choose it if the search had looked at it?",
    then: "plywood explain equality --algorithm minimax --style upright",
};
const DEEP_CUTOFF: PlanStop = PlanStop {
    lesson: "deep-cutoff",
    show: "plywood explain deep-cutoff --style upright",
    tree: "Windows: (5,+inf) at B, B1, B1a and B1b; (5,6) at B2 and B2a.",
    hint: "What does MAX already have, and where is that number in the tree?",
    then: "plywood explain deep-cutoff --style upright --set \"B1a1=6\"",
};
const ORDER: PlanStop = PlanStop {
    lesson: "order-worst",
    show: "plywood explain order-worst --style upright",
    tree: "",
    hint: "T, M and L are the top, the middle and the low move. With T first, what does MAX have before M and L are searched?",
    then: "plywood explain order-best --style upright",
};
const SARGON: PlanStop = PlanStop {
    lesson: "sargon-2",
    show: "plywood explain sargon-2 --style upright",
    tree: "Windows: (-inf,12) at Rxg8; (12,+inf) at Qa1 and Rc6. Scores are in pawns, as White sees them.",
    hint: "Black chooses between 1...Nxg8 and 1...Rxg8. What has Black already lost with the first?",
    then: "plywood explain sargon-2 --log",
};
const HORIZON: PlanStop = PlanStop {
    lesson: "horizon",
    show: "plywood explain horizon --depth 2 --style upright",
    tree: "Scores are in pawns, as White sees them. The lesson has only two moves for White, Qxd5 and Qd3, and all moves for Black.",
    hint: "At depth 1 White's move is the last thing that the search sees. Which of its moves wins most at once?",
    then: "plywood explain horizon --depth 1 --style upright",
};

/// The class lengths for which there are plans, in minutes.
pub const PLAN_MINUTES: RangeInclusive<u32> = 20..=120;

/// The usual plans, made by hand.
const USUAL_PLANS: [(u32, &[(u32, PlanStop)]); 3] = [
    (45, &[(7, HIGHEST_LEAF), (9, SKIPPED_SUBTREE), (6, EQUALITY), (8, DEEP_CUTOFF), (7, ORDER), (5, HORIZON)]),
    (
        50,
        &[
            (7, HIGHEST_LEAF),
            (9, SKIPPED_SUBTREE),
            (6, EQUALITY),
            (8, DEEP_CUTOFF),
            (6, ORDER),
            (6, SARGON),
            (5, HORIZON),
        ],
    ),
    (
        90,
        &[
            (10, HIGHEST_LEAF),
            (10, SIGNS),
            (12, SKIPPED_SUBTREE),
            (18, WIKIPEDIA),
            (12, DEEP_CUTOFF),
            (10, ORDER),
            (10, SARGON),
            (5, HORIZON),
        ],
    ),
];

/// All parts in class order, each with its priority and its minimum and maximum length in minutes.
const STOPS: [(u32, u32, u32, PlanStop); 9] = [
    (1, 7, 12, HIGHEST_LEAF),
    (8, 8, 13, SIGNS),
    (0, 9, 15, SKIPPED_SUBTREE),
    (7, 15, 25, WIKIPEDIA),
    (4, 6, 11, EQUALITY),
    (2, 8, 13, DEEP_CUTOFF),
    (3, 6, 11, ORDER),
    (6, 6, 11, SARGON),
    (5, 5, 8, HORIZON),
];

/// The time for the homework, in minutes.
const HOME_MINUTES: u32 = 3;

impl Plan {
    /// Returns the plan for a class of this length, or `None` if the length is not within [`PLAN_MINUTES`].
    #[must_use]
    pub fn of(minutes: u32) -> Option<Self> {
        if !PLAN_MINUTES.contains(&minutes) {
            return None;
        }
        if let Some((_, stops)) = USUAL_PLANS.iter().find(|(usual, _)| *usual == minutes) {
            return Some(Self { minutes, stops: stops.to_vec() });
        }
        let mut left = minutes - HOME_MINUTES;
        let mut chosen = [0; STOPS.len()];
        let mut by_rank: Vec<usize> = (0..STOPS.len()).collect();
        by_rank.sort_by_key(|&index| STOPS[index].0);
        for &index in &by_rank {
            let (_, least, ..) = STOPS[index];
            if left < least {
                break;
            }
            (chosen[index], left) = (least, left - least);
        }
        // The remaining minutes are given to all parts in turn.
        while left != 0 {
            let before = left;
            for &index in &by_rank {
                if left != 0 && (1..STOPS[index].2).contains(&chosen[index]) {
                    (chosen[index], left) = (chosen[index] + 1, left - 1);
                }
            }
            if left == before {
                break;
            }
        }
        let stops = STOPS.iter().zip(chosen).filter(|(_, minutes)| *minutes != 0);
        Some(Self { minutes, stops: stops.map(|((.., stop), minutes)| (minutes, *stop)).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_course_has_every_lesson_once() {
        let mut names: Vec<&str> = course().map(|(_, name)| name).collect();
        names.sort_unstable();
        assert_eq!(names, builtin_names());
    }
}
