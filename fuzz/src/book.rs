//! Opening books.

use plywood::game::chess::Chess;
use plywood::internal::opening_book::{Book, best, by_chance, merge};

pub fn book(bytes: &[u8]) {
    let Ok(book) = Book::read(bytes) else { return };
    assert_eq!(Book::read(&book.to_bytes()).expect("it was written").entries(), book.entries());
    assert_eq!(merge(&book, &book).entries(), book.entries());
    if let Ok(choices) = book.moves(&Chess::default()) {
        let seed = bytes.iter().map(|&byte| u64::from(byte)).sum();
        assert_eq!(best(&choices).is_none(), choices.is_empty());
        assert_eq!(by_chance(&choices, seed).is_none(), choices.iter().all(|choice| choice.entry.weight == 0));
        assert!(choices.iter().all(|choice| (4..=5).contains(&choice.uci().len())));
    }
}
