//! Opening books: keys and moves compared with the description of the format, and books made by plywood.

use crate::support::path;
use plywood::game::chess::{Chess, parse_fen};
use plywood::internal::input::read_pgn;
use plywood::internal::opening_book::{Book, BookError, Builder, best, by_chance, key, key_parts, merge};

/// The positions and keys of the format's public description.
const KEYS: [(&str, u64); 9] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
    ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
    ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
    ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
    ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
    ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
];

const GAMES: &str = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n\n\
                     [Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n[Result \"*\"]\n\n1. a4 *\n";

fn start() -> Chess {
    Chess::default()
}

fn made(games: &str) -> Book {
    let mut builder = Builder::default();
    for game in read_pgn(games) {
        builder.add(&game.unwrap().content, 10);
    }
    builder.finish()
}

fn moves(book: &Book, position: &Chess) -> Vec<(String, u16, f64)> {
    let choices = book.moves(position).unwrap();
    choices.iter().map(|choice| (choice.uci(), choice.entry.weight, choice.percent())).collect()
}

#[test]
fn keys_are_those_of_the_format() {
    for (fen, wanted) in KEYS {
        let position = parse_fen(fen).unwrap();
        assert_eq!(key(&position), wanted, "{fen}");
        assert_eq!(key_parts(&position).iter().fold(0, |key, part| key ^ part.number), wanted, "{fen}");
    }
}

#[test]
fn promotions_and_captures_are_read() {
    let book = Book::read(&std::fs::read(path("tests/data/lasker-trap.bin")).unwrap()).unwrap();
    assert_eq!(book.entries().len(), 7);
    let position = parse_fen("rnbqk1nr/ppp2ppp/8/4P3/1BP5/8/PP2KpPP/RN1Q1BNR b kq - 1 7").unwrap();
    assert_eq!(moves(&book, &position), [("f2g1n".to_owned(), 2, 100.0)]);
}

#[test]
fn castling_is_king_takes_rook_in_the_file_and_two_squares_for_people() {
    let game = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n[Result \"1-0\"]\n\n1. O-O 1-0\n";
    let book = made(game);
    assert_eq!(book.entries()[0].mv.to_string(), "e1h1");
    let position = parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    assert_eq!(moves(&book, &position), [("e1g1".to_owned(), 2, 100.0)]);
}

#[test]
fn a_win_weighs_two_a_draw_one_and_a_loss_nothing() {
    let book = made(GAMES);
    assert_eq!(moves(&book, &start()), [("e2e4".to_owned(), 3, 100.0)]);
    let after = parse_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").unwrap();
    assert_eq!(moves(&book, &after), [("c7c5".to_owned(), 1, 100.0)]);
    assert_eq!(Book::read(&book.to_bytes()), Ok(book));
}

#[test]
fn the_first_book_has_the_word() {
    let (first, second) = (made(GAMES), made("[Result \"1-0\"]\n\n1. d4 d5 2. c4 1-0\n"));
    let merged = merge(&first, &second);
    assert_eq!(moves(&merged, &start()), [("e2e4".to_owned(), 3, 100.0)]);
    let after = parse_fen("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2").unwrap();
    assert_eq!(moves(&merged, &after), [("c2c4".to_owned(), 2, 100.0)]);
    assert!(merged.entries().is_sorted_by_key(|entry| entry.key));
}

#[test]
fn chance_follows_the_weights_and_the_seed() {
    let book =
        made("[Result \"1-0\"]\n\n1. e4 1-0\n\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[Result \"1-0\"]\n\n1. d4 1-0\n");
    let choices = book.moves(&start()).unwrap();
    assert_eq!(best(&choices).unwrap().uci(), "e2e4");
    let chosen = |seed| by_chance(&choices, seed).unwrap().uci();
    let count = (0..3000).filter(|&seed| chosen(seed) == "e2e4").count();
    assert!((1900..2100).contains(&count), "{count}");
    assert_eq!(chosen(7), chosen(7));
    assert!(by_chance(&[], 1).is_none());
}

#[test]
fn damaged_books_are_refused_with_the_place() {
    let bytes = made(GAMES).to_bytes();
    assert_eq!(Book::read(&[]), Err(BookError::Empty));
    assert_eq!(Book::read(&bytes[..bytes.len() - 3]), Err(BookError::CutOff { offset: bytes.len() - 16 }));
    let mut unsorted = bytes.clone();
    unsorted[..8].fill(0xff);
    assert_eq!(Book::read(&unsorted), Err(BookError::Unsorted { offset: 16 }));
    let mut nonsense = bytes.clone();
    nonsense[8..10].fill(0xff);
    assert_eq!(Book::read(&nonsense), Err(BookError::NoMove { offset: 0 }));
    // The move e2e4 becomes e4e5, which is impossible at the start.
    let at = bytes.chunks(16).position(|entry| entry[..8] == KEYS[0].1.to_be_bytes()).unwrap() * 16;
    let mut foreign = bytes;
    foreign[at + 8..at + 10].copy_from_slice(&(36_u16 | 28 << 6).to_be_bytes());
    let refused = Book::read(&foreign).unwrap().moves(&start());
    assert_eq!(refused, Err(BookError::Illegal { offset: at, mv: "e4e5".to_owned() }));
}
