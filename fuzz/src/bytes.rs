//! Choices from bytes: any bytes give valid choices; without bytes, always the same ones.

use plywood::game::Game;
use plywood::search::{Algorithm, Cut, Fail, Mistake, Order, Settings, TableSettings, Technique, Techniques};

/// Bytes that are consumed from the front.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// Returns the next byte; 0 if there is none.
    pub fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// One of some things.
    pub fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[usize::from(self.next()) % things.len()]
    }

    /// Settings to search to `depth` that are valid for games of the type `G`; plain alpha-beta if the choice is
    /// invalid.
    pub fn settings<G: Game>(&mut self, depth: u32) -> Settings {
        let orders =
            [Order::None, Order::Static, Order::Random(7), Order::Best, Order::Worst, Order::MvvLva, Order::See];
        let mut settings = Settings::plain(self.pick(Algorithm::ALL), depth, self.pick(&orders));
        let mask = u16::from_le_bytes([self.next(), self.next()]);
        let chosen = |(bit, technique): (usize, &Technique)| (mask >> bit & 1 == 1).then_some(*technique);
        let techniques: Techniques = Technique::ALL.iter().enumerate().filter_map(chosen).collect();
        settings.table = TableSettings::default().mebibytes(1);
        let fails = [None, None, None, Some(Fail::Soft), Some(Fail::Hard)];
        let cuts = [Cut::AtBeta, Cut::AtBeta, Cut::AtBeta, Cut::AboveBeta];
        let mistake = match self.next() {
            number if number < 16 => Some(Mistake::ALL[usize::from(number) % Mistake::ALL.len()]),
            _ => None,
        };
        let tries = [
            settings.techniques(techniques).fail(self.pick(&fails)).cut(self.pick(&cuts)).mistake(mistake),
            settings.techniques(techniques.and(settings.algorithm.techniques())),
            settings,
        ];
        let sensible = tries.into_iter().find(|settings| settings.validate::<G>().is_ok());
        sensible.unwrap_or_else(|| Settings::plain(Algorithm::AlphaBeta, depth, Order::None))
    }
}

/// Sixteen bytes that depend on every byte of an input, for additional choices.
pub fn digest(input: &[u8]) -> [u8; 16] {
    // FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
    let hash =
        |seed: u64| input.iter().fold(seed, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let two = [hash(0xcbf2_9ce4_8422_2325), hash(0x9e37_79b9_7f4a_7c15)];
    let mut bytes = [0; 16];
    for (half, number) in bytes.chunks_exact_mut(8).zip(two) {
        half.copy_from_slice(&(number ^ number >> 29).to_be_bytes());
    }
    bytes
}

/// Choices from bytes that never run out: after the bytes come pseudorandom numbers, seeded with all of them.
pub struct Endless<'a>(Bytes<'a>, u64);

impl<'a> Endless<'a> {
    pub fn new(input: &'a [u8]) -> Self {
        let [a, b, c, d, e, f, g, h, ..] = digest(input);
        Self(Bytes(input), u64::from_be_bytes([a, b, c, d, e, f, g, h]) | 1)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        if !self.0.0.is_empty() && end <= 256 {
            return usize::from(self.0.next()) % end;
        }
        // xorshift64*, <https://doi.org/10.1145/2845077>.
        self.1 ^= self.1 >> 12;
        self.1 ^= self.1 << 25;
        self.1 ^= self.1 >> 27;
        ((self.1.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % end as u64) as usize
    }
}
