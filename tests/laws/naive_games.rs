//! Static evaluations, symmetries, move orderings and misère rules of the classroom games, compared with slow programs
//! that only read positions.

use crate::support::dice::Dice;
use plywood::Score;
use plywood::game::classic::{AnyGame, PlayableMove, read_game};
use plywood::game::{Ending, Game, Side};
use plywood::hooks::Event;
use plywood::model::Overlay;
use plywood::search::{Algorithm, Order, Settings, Technique, Techniques};
use plywood::study::{AnyStudy, Study};
use std::collections::{HashMap, HashSet};

const GAMES: [&str; 9] = [
    "ttt",
    "nim:3,4,5",
    "nim:2,1,3,1",
    "nim:3,1,2:misere",
    "nim:1,1,1:misere",
    "connect4",
    "connect4@4x4",
    "connect4@5x4",
    "connect4@8x7",
];

fn read(text: &str) -> AnyGame {
    read_game(text).expect("a game of the table").unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(game: &AnyGame) -> Vec<PlayableMove> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

/// Returns the positions of several random games.
fn positions(text: &str, games: u64) -> Vec<AnyGame> {
    let mut all = Vec::new();
    for seed in 0..games {
        let (mut game, mut dice) = (read(text), Dice(seed));
        loop {
            all.push(game.clone());
            let moves = moves(&game);
            if moves.is_empty() {
                break;
            }
            game.play(*dice.pick(&moves));
        }
    }
    all
}

/// Returns the pieces of a position by row, from the top, and column: X, O or a dot.
fn grid(game: &AnyGame) -> Vec<Vec<char>> {
    let rows = game.sketch().rows.into_iter();
    rows.map(|(_, men)| men.into_iter().map(|man| man.letter()).collect()).collect()
}

/// Returns the places of all lines of this length on a board.
fn lines(grid: &[Vec<char>], length: i32) -> Vec<Vec<(usize, usize)>> {
    let (height, width) = (grid.len() as i32, grid[0].len() as i32);
    let mut lines = Vec::new();
    for row in 0..height {
        for column in 0..width {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let line: Vec<(i32, i32)> = (0..length).map(|n| (row + n * down, column + n * right)).collect();
                if line.iter().all(|(row, column)| (0..height).contains(row) && (0..width).contains(column)) {
                    lines.push(line.into_iter().map(|(row, column)| (row as usize, column as usize)).collect());
                }
            }
        }
    }
    lines
}

/// Lines without a piece of the other side.
fn open(grid: &[Vec<char>], length: i32, other: char) -> i32 {
    let is_open = |line: &&Vec<(usize, usize)>| line.iter().all(|&(row, column)| grid[row][column] != other);
    lines(grid, length).iter().filter(is_open).count() as i32
}

/// Empty places that complete a line of four, even if there is already one.
fn threats(grid: &[Vec<char>], own: char) -> i32 {
    let all = lines(grid, 4);
    let empty = (0..grid.len()).flat_map(|row| (0..grid[0].len()).map(move |column| (row, column)));
    let is_own = |place: (usize, usize), at: &(usize, usize)| *at == place || grid[at.0][at.1] == own;
    let wins = |&place: &(usize, usize)| all.iter().any(|line| line.iter().all(|at| is_own(place, at)));
    empty.filter(|&(row, column)| grid[row][column] == '.').filter(wins).count() as i32
}

/// Returns the piles of a position of Nim as written, and whether the last match loses.
fn piles(game: &AnyGame) -> (Vec<u32>, bool) {
    let text = game.position();
    let text = text.strip_prefix("nim:").unwrap();
    let is_misere = text.ends_with(":misere");
    (text.split(':').next().unwrap().split(',').map(|pile| pile.parse().unwrap_or(0)).collect(), is_misere)
}

/// Returns whether the side to move wins at Nim, by trying everything.
fn wins(piles: &[u32], is_misere: bool, known: &mut HashMap<Vec<u32>, bool>) -> bool {
    if let Some(&wins) = known.get(piles) {
        return wins;
    }
    let answers = piles.iter().enumerate().flat_map(|(pile, &matches)| (1..=matches).map(move |taken| (pile, taken)));
    let mut is_won = is_misere && piles.iter().all(|&pile| pile == 0);
    for (pile, taken) in answers {
        let mut next = piles.to_vec();
        next[pile] -= taken;
        is_won |= !wins(&next, is_misere, known);
    }
    known.insert(piles.to_vec(), is_won);
    is_won
}

/// Returns the value of a static evaluation for the side that began, in pawns, by name.
fn naive(game: &AnyGame, name: &str) -> i32 {
    let is_nim = game.position().starts_with("nim");
    let length = if game.position().starts_with("ttt") { 3 } else { 4 };
    let to_first = |value: i32| if game.turn() == Side::First { value } else { -value };
    match name {
        "zero" => 0,
        "lines" => open(&grid(game), length, 'O') - open(&grid(game), length, 'X'),
        "threats" => threats(&grid(game), 'X') - threats(&grid(game), 'O'),
        "xor" if is_nim => {
            let (piles, is_misere) = piles(game);
            to_first(if wins(&piles, is_misere, &mut HashMap::new()) { 1 } else { -1 })
        }
        other => panic!("no naive program knows the static score {other}"),
    }
}

/// Returns the names of a game's static evaluations, in the game's order.
fn scores(game: &AnyGame) -> Vec<String> {
    let said = game.scored_by("no such score").unwrap_err().to_string();
    said.lines().skip(1).map(|line| line.trim().split(':').next().unwrap().to_owned()).collect()
}

#[test]
fn static_scores_are_what_naive_programs_count() {
    let (mut seen, mut different) = (HashSet::new(), 0);
    for text in GAMES {
        for position in positions(text, 12) {
            for name in scores(&position) {
                let game = position.scored_by(&name).unwrap();
                let for_first = if game.turn() == Side::First { game.evaluate() } else { -game.evaluate() };
                let expected = naive(&game, &name);
                let expected_score = Score::from_millipawns(1000 * expected);
                assert_eq!(for_first, expected_score, "{name} of {} ({text})", game.position());
                different += u32::from(expected != 0);
                seen.insert(name);
            }
        }
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
    assert!(500 < different, "only {different} scores are not 0");
}

/// The side that takes the last match loses or wins, depending on the rule.
#[test]
fn nim_ends_by_its_rule() {
    let mut ended = [0, 0];
    for text in GAMES.iter().filter(|text| text.starts_with("nim")) {
        for game in positions(text, 6) {
            let (piles, is_misere) = piles(&game);
            let is_over = piles.iter().all(|&pile| pile == 0);
            let expected = is_over.then_some(if is_misere { Ending::Win } else { Ending::Loss });
            assert_eq!(game.ending(), expected, "{}", game.position());
            // The other side took the last match.
            let last = if game.turn() == Side::First { Side::Second } else { Side::First };
            let winner = is_over.then_some(if is_misere { game.turn() } else { last });
            assert_eq!(game.winner(), winner, "{}", game.position());
            ended[usize::from(is_misere)] += u32::from(is_over);
        }
    }
    // Two games of each rule, played six times.
    assert_eq!(ended, [12, 12]);
}

/// A turned position, and the name that a move has there.
type Image = (AnyGame, Box<dyn Fn(&str) -> String>);
/// Where a square goes.
type Turn = fn((u8, u8)) -> (u8, u8);

/// Returns the same position reflected, or with its piles in another order, and the name that a move has there.
fn images(game: &AnyGame) -> Vec<Image> {
    let text = game.position();
    let (head, rest) = text.split_once(':').unwrap();
    if head == "nim" {
        let (piles, misere) = rest.split_once(':').map_or((rest, ""), |(piles, _)| (piles, ":misere"));
        let all: Vec<&str> = piles.split(',').collect();
        let last = all.len() - 1;
        let turned: Vec<&str> = all.iter().rev().copied().collect();
        let is_empty = all.iter().all(|pile| *pile == "-");
        let image = read(&format!("nim:{}{misere}", if is_empty { piles.to_owned() } else { turned.join(",") }));
        let name = move |name: &str| {
            let pile = last as u8 - (name.as_bytes()[0] - b'A');
            format!("{}{}", char::from(b'A' + pile), &name[1..])
        };
        return vec![(image, Box::new(name))];
    }
    if head == "ttt" {
        let square = |text: &str| (text.as_bytes()[0] - b'a', text.as_bytes()[1] - b'1');
        let turns: [Turn; 7] = [
            |(x, y)| (2 - x, y),
            |(x, y)| (x, 2 - y),
            |(x, y)| (2 - x, 2 - y),
            |(x, y)| (y, x),
            |(x, y)| (2 - y, 2 - x),
            |(x, y)| (y, 2 - x),
            |(x, y)| (2 - y, x),
        ];
        let men = grid(game);
        let image = |turn: fn((u8, u8)) -> (u8, u8)| {
            let mut turned = vec![vec!['.'; 3]; 3];
            for (row, line) in men.iter().enumerate() {
                for (column, &man) in line.iter().enumerate() {
                    let (x, y) = turn((column as u8, 2 - row as u8));
                    turned[2 - usize::from(y)][usize::from(x)] = man;
                }
            }
            let rows: Vec<String> = turned.iter().map(|row| row.iter().collect()).collect();
            let name = move |name: &str| {
                let (x, y) = turn(square(name));
                format!("{}{}", char::from(b'a' + x), char::from(b'1' + y))
            };
            (read(&format!("ttt:{}", rows.join("/"))), Box::new(name) as Box<dyn Fn(&str) -> String>)
        };
        return turns.into_iter().map(image).collect();
    }
    let width = grid(game)[0].len() as u32;
    let turned = move |column: char| char::from_digit(width + 1 - column.to_digit(10).unwrap(), 10).unwrap();
    let image = read(&format!("{head}:{}", rest.chars().map(turned).collect::<String>()));
    vec![(image, Box::new(move |name: &str| format!("col{}", turned(name.chars().last().unwrap()))))]
}

#[test]
fn what_a_mirror_shows_is_folded_to_the_same_and_its_moves_are_turned_with_it() {
    let (mut turned, mut told_apart) = (0, 0);
    for text in GAMES {
        for game in positions(text, 8) {
            let (key, symmetry) = game.canonical_key();
            for (image, image_name) in images(&game) {
                let (image_key, image_symmetry) = image.canonical_key();
                assert_eq!(image_key, key, "{} and {}", game.position(), image.position());
                told_apart += u32::from(image.key() != game.key());
                for mv in moves(&game) {
                    // A move stored for one position is found for its image.
                    let stored = game.apply_symmetry(mv, symmetry);
                    let found = image.undo_symmetry(stored, image_symmetry);
                    let (mut one, mut other) = (game.clone(), image.clone());
                    assert!(moves(&image).contains(&found), "{}: {}", image.position(), image.name(found));
                    one.play(mv);
                    other.play(found);
                    let (name, place) = (game.name(mv), game.position());
                    assert_eq!(
                        one.canonical_key().0,
                        other.canonical_key().0,
                        "{place}: {name} became {}",
                        image.name(found)
                    );
                    assert_eq!(game.undo_symmetry(stored, symmetry), mv, "{place}: {name}");
                    // The reflected move leads to the reflected position.
                    let mut shown = image.clone();
                    shown.play(image.read(&image_name(&name)).unwrap());
                    assert_eq!(one.canonical_key().0, shown.canonical_key().0, "{place}: {name}");
                    turned += u32::from(image.name(found) != name);
                }
            }
        }
    }
    assert!(1000 < turned && 300 < told_apart, "{turned} moves are others in the mirror, {told_apart} positions");
}

/// How near a move is to the centre; larger is nearer.
fn naive_centrality(game: &AnyGame, name: &str) -> i32 {
    let men = grid(game);
    if game.position().starts_with("ttt") {
        let place = (2 - usize::from(name.as_bytes()[1] - b'1'), usize::from(name.as_bytes()[0] - b'a'));
        return lines(&men, 3).iter().filter(|line| line.contains(&place)).count() as i32;
    }
    let column: i32 = name.strip_prefix("col").unwrap().parse().unwrap();
    -(2 * column - 1 - men[0].len() as i32).abs()
}

/// Returns the moves of the root in the order in which a search tries them.
fn ordered(game: &AnyGame, order: Order, techniques: &[Technique]) -> Vec<String> {
    let techniques: Techniques = techniques.iter().copied().collect();
    let is_plain = techniques == Techniques::default();
    // Minimax reports a verdict about every move.
    let algorithm = if is_plain { Algorithm::Minimax } else { Algorithm::AlphaBeta };
    let settings = Settings::plain(algorithm, 2, order).techniques(techniques);
    let trace = Study::new(game.clone(), Overlay::default(), settings).unwrap().trace().unwrap();
    let at_root = || trace.records.iter().filter(|record| record.line.is_empty());
    let ordered = at_root().find_map(|record| match &record.event {
        Event::Ordered { moves } => Some(moves.iter().map(|ranked| ranked.mv.clone()).collect()),
        _ => None,
    });
    // With static evaluations, moves are sorted after their positions were created, and the node still lists them in
    // generated order.
    let judged =
        trace.records.iter().filter(|record| record.line.len() == 1 && matches!(record.event, Event::Judged { .. }));
    ordered.unwrap_or_else(|| judged.map(|record| record.line[0].clone()).collect())
}

#[test]
fn moves_to_the_middle_come_first_where_a_ruler_says_so() {
    let mut compared = 0;
    for text in GAMES.iter().filter(|text| !text.starts_with("nim")) {
        for game in positions(text, 4).into_iter().filter(|game| game.ending().is_none()) {
            let tried = ordered(&game, Order::Centre, &[]);
            let ranks: Vec<i32> = tried.iter().map(|name| naive_centrality(&game, name)).collect();
            assert!(ranks.is_sorted_by(|one, next| one >= next), "{}: {tried:?}", game.position());
            compared += tried.len();
        }
    }
    assert!(300 < compared, "{compared}");
}

/// The move with the best static evaluation for its side is tried first, and the others follow in decreasing order.
#[test]
fn moves_with_better_static_scores_come_first_where_naive_programs_say_so() {
    let mut compared = 0;
    for text in GAMES {
        for position in positions(text, 3).into_iter().filter(|game| game.ending().is_none()) {
            for name in scores(&position) {
                let game = position.scored_by(&name).unwrap();
                let worth = |mv: &str| {
                    let mut next = game.clone();
                    next.play(next.read(mv).unwrap());
                    let for_first = match next.ending() {
                        None => naive(&next, &name),
                        Some(Ending::Draw) => 0,
                        Some(Ending::Win) => {
                            if next.turn() == Side::First {
                                1000
                            } else {
                                -1000
                            }
                        }
                        Some(Ending::Loss) => {
                            if next.turn() == Side::First {
                                -1000
                            } else {
                                1000
                            }
                        }
                    };
                    if game.turn() == Side::First { for_first } else { -for_first }
                };
                let tried = ordered(&game, Order::Static, &[]);
                let worths: Vec<i32> = tried.iter().map(|mv| worth(mv)).collect();
                assert!(worths.is_sorted_by(|one, next| one >= next), "{} by {name}: {worths:?}", game.position());
                compared += tried.len();
            }
        }
    }
    assert!(300 < compared, "{compared}");
}

/// A random ordering includes all moves, is the same for the same seed, and differs for another seed.
#[test]
fn moves_by_chance_are_repeated_by_their_seed() {
    let mut orders = HashSet::new();
    for text in GAMES {
        let game = read(text);
        for seed in 0..6 {
            let tried = ordered(&game, Order::Random(seed), &[]);
            let names = tried;
            assert_eq!(names, ordered(&game, Order::Random(seed), &[]));
            let mut sorted = names.clone();
            sorted.sort();
            let mut all: Vec<String> = moves(&game).into_iter().map(|mv| game.name(mv)).collect();
            all.sort();
            assert_eq!(sorted, all);
            orders.insert((text, names));
        }
    }
    assert!(5 * GAMES.len() / 2 < orders.len(), "{}", orders.len());
}

/// The history table distinguishes the squares of a move, and the sides.
#[test]
fn history_tells_places_and_sides_apart() {
    for text in GAMES.iter().filter(|text| !text.starts_with("nim")) {
        let mut places: HashMap<usize, (usize, Vec<(usize, usize)>)> = HashMap::new();
        for game in positions(text, 12) {
            for mv in moves(&game) {
                let (before, mut next) = (grid(&game), game.clone());
                next.play(mv);
                let after = grid(&next);
                let all = (0..after.len()).flat_map(|row| (0..after[0].len()).map(move |column| (row, column)));
                let taken: Vec<_> = all.filter(|&(row, column)| before[row][column] != after[row][column]).collect();
                let what = (usize::from(game.turn() == Side::First), taken);
                let index = game.history_index(mv);
                assert_eq!(places.entry(index).or_insert_with(|| what.clone()), &what, "{}: {index}", game.position());
            }
        }
    }
}
