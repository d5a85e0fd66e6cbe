//! Stable sorting of short lists. The sort of the standard library is compiled for each type and each closure, and is
//! 12 kB of code each time; this one is compiled once.

use std::cmp::Ordering;

/// Sorts as [`slice::sort_by_key`] does.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts as [`slice::sort_by`] does.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut sources = order(items.len(), &|one, other| compare(&items[one], &items[other]));
    // Moves each item once, cycle by cycle.
    for start in 0..sources.len() {
        let mut place = start;
        while sources[place] != place {
            let source = std::mem::replace(&mut sources[place], place);
            if source != start {
                items.swap(place, source);
            }
            place = source;
        }
    }
}

/// Returns the indices of `count` items in their order.
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..count).collect();
    indices.sort_by(|&one, &other| compare(one, other));
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_as_by_the_standard_library() {
        for count in 0..50_u32 {
            for modulus in [1, 2, 7, 100] {
                let list = || (0..count).map(|index| (index * 37 % modulus, index.to_string())).collect::<Vec<_>>();
                let (mut own, mut standard) = (list(), list());
                sort_by_key(&mut own, |(key, _)| *key);
                standard.sort_by_key(|(key, _)| *key);
                assert_eq!(own, standard);
            }
        }
    }
}
