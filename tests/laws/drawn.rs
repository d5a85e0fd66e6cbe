//! Reads the upright drawing: its lines lead from each node to its replies and to nothing else, and the texts at the
//! ends of the lines are the names and values of the tree.

use crate::support::tree_study;
use crate::support::trees::{NAMES, Tree, check, uneven};
use plywood::internal::explain::{Page, PageOptions, TreeStyle};
use plywood::internal::page::Style;
use plywood::search::Order;
use proptest::prelude::*;

/// The characters of the drawing, and where the tree begins in it.
struct Drawn {
    lines: Vec<Vec<char>>,
    root: (usize, usize),
}

impl Drawn {
    fn new(tree: &Tree, depth: u32) -> Self {
        let study = tree_study(tree, depth, Order::None).with_whole_tree();
        let parts = PageOptions::default().drawing(TreeStyle::Upright);
        let style = Style::default().width(10_000);
        let mut page = Vec::new();
        Page::new(&study, &parts, &style).unwrap().write(&mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        let lines: Vec<Vec<char>> = page.lines().map(|line| line.chars().collect()).collect();
        let line = page.lines().position(|line| line.starts_with("MAX  ")).unwrap();
        let column = lines[line].iter().position(|&glyph| glyph == '^').unwrap();
        Self { lines, root: (line, column) }
    }

    fn at(&self, line: usize, column: usize) -> char {
        self.lines.get(line).and_then(|line| line.get(column)).copied().unwrap_or(' ')
    }

    /// Returns the columns to which a bar leads: where a branch continues below it.
    fn below(&self, line: usize, column: usize) -> Vec<usize> {
        let is_bar = |column: &usize| self.at(line, *column) != ' ';
        let first = (0..=column).rev().take_while(is_bar).last().unwrap();
        let bar = (first..).take_while(is_bar);
        // The sign of a cutoff is two characters wide.
        bar.filter(|&column| match self.at(line + 1, column) {
            '|' | ':' => true,
            '/' => column == 0 || self.at(line + 1, column - 1) != '/',
            _ => false,
        })
        .collect()
    }

    /// Returns the word at a column.
    fn word(&self, line: usize, column: usize) -> String {
        let is_word = |column: &usize| self.at(line, *column) != ' ';
        let first = (0..=column).rev().take_while(is_word).last().unwrap_or(column);
        (first..).take_while(is_word).map(|column| self.at(line, column)).collect()
    }

    fn is_tree(&self, tree: &Tree, (line, column): (usize, usize), depth: u32) -> Result<(), TestCaseError> {
        let children = self.below(line + 1, column);
        prop_assert_eq!(children.len(), tree.children.len());
        for ((child, name), column) in tree.children.iter().zip(NAMES).zip(children) {
            let line = line + 3;
            if depth == 1 || child.children.is_empty() {
                let value = format!("{:.3}", f64::from(child.score) / 1000.0).parse::<f64>().unwrap();
                let said = self.word(line, column);
                prop_assert_eq!(said.trim_matches(['(', ')']).parse::<f64>().ok(), Some(value), "{}", said);
                let below = self.word(line + 1, column);
                prop_assert_eq!(below.trim_start_matches('*'), name);
            } else {
                let before: String = self.lines[line][..column].iter().collect();
                prop_assert_eq!(before.split_whitespace().last().unwrap().trim_start_matches('*'), name);
                prop_assert!(matches!(self.at(line, column), '^' | 'v'));
                self.is_tree(child, (line, column), depth - 1)?;
            }
        }
        Ok(())
    }
}

#[test]
fn an_upright_tree_is_the_tree() {
    check(200, (uneven(4), 1..=4_u32), |(tree, depth)| {
        if tree.children.is_empty() {
            return Ok(());
        }
        let drawn = Drawn::new(&tree, depth);
        drawn.is_tree(&tree, drawn.root, depth)
    });
}
