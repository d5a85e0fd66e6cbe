//! Plans for a class: which lesson when, what is shown and asked, and what goes home.

/// A class of so many minutes.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How long it is.
    pub minutes: u32,
    /// How many minutes each part takes. What is left at the end is for what goes home.
    pub stops: &'static [(u32, PlanStop)],
}

/// A part of a class: one lesson.
#[derive(Clone, Copy, Debug)]
pub struct PlanStop {
    /// The name of the lesson, whose question is asked.
    pub lesson: &'static str,
    /// The command whose output is on the projector while the class thinks.
    pub show: &'static str,
    /// What the tree does not say of itself; empty if there is nothing.
    pub tree: &'static str,
    /// What to say when nobody answers.
    pub hint: &'static str,
    /// The command that shows the answer.
    pub then: &'static str,
}

/// What goes home: what the students do, and the command that makes it.
pub const HOME: [(&str, &str); 3] = [
    (
        "A tree to be searched by hand for each student, ex-01.json to ex-30.json",
        "plywood exercise new --count 30 -o ex.json",
    ),
    (
        "All of them as sheets, a page each, and with --key what is right",
        "plywood exercise sheet ex-*.json -o sheets.html",
    ),
    ("Ten steps through one tree, for those who missed the class", "plywood explain tour -o tour.html"),
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
    hint: "What has MAX already with A? To what must MIN hold B, so that MAX has no reason to play it?",
    then: "plywood explain skipped-subtree --style upright --set \"B1a=4\"",
};
const WIKIPEDIA: PlanStop = PlanStop {
    lesson: "wikipedia",
    show: "plywood exercise sheet wikipedia",
    tree: "",
    hint: "First the values from left to right, as far as A. What has MAX then, before anything below C is read?",
    then: "plywood explain wikipedia --style upright",
};
const EQUALITY: PlanStop = PlanStop {
    lesson: "equality",
    show: "plywood explain equality --style upright",
    tree: "",
    hint: "Which leaf of C stands behind //? Who would choose it, if the search had looked?",
    then: "plywood explain equality --algorithm minimax --style upright",
};
const DEEP_CUTOFF: PlanStop = PlanStop {
    lesson: "deep-cutoff",
    show: "plywood explain deep-cutoff --style upright",
    tree: "Windows: (5,+inf) at B, B1, B1a and B1b; (5,6) at B2 and B2a.",
    hint: "What has MAX already, and where does that number stand in the tree?",
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
    hint: "Black chooses between 1...Nxg8 and 1...Rxg8. What has Black lost already with the first?",
    then: "plywood explain sargon-2 --log",
};
const HORIZON: PlanStop = PlanStop {
    lesson: "horizon",
    show: "plywood explain horizon --depth 2 --style upright",
    tree: "Scores are in pawns, as White sees them. The lesson has no other moves of White than Qxd5 and Qd3; of Black it has all.",
    hint: "At depth 1 White's move is the last thing that the search sees. Which of its moves wins most at once?",
    then: "plywood explain horizon --depth 1 --style upright",
};

/// All plans, the shortest first.
pub const PLANS: [Plan; 3] = [
    Plan {
        minutes: 45,
        stops: &[(7, HIGHEST_LEAF), (9, SKIPPED_SUBTREE), (6, EQUALITY), (8, DEEP_CUTOFF), (7, ORDER), (5, HORIZON)],
    },
    Plan {
        minutes: 50,
        stops: &[
            (7, HIGHEST_LEAF),
            (9, SKIPPED_SUBTREE),
            (6, EQUALITY),
            (8, DEEP_CUTOFF),
            (6, ORDER),
            (6, SARGON),
            (5, HORIZON),
        ],
    },
    Plan {
        minutes: 90,
        stops: &[
            (10, HIGHEST_LEAF),
            (10, SIGNS),
            (12, SKIPPED_SUBTREE),
            (18, WIKIPEDIA),
            (12, DEEP_CUTOFF),
            (10, ORDER),
            (10, SARGON),
            (5, HORIZON),
        ],
    },
];
