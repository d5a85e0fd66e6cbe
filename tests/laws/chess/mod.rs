//! Tests of everything that searches use (rules, evaluations, files of positions and games), and of lessons made from
//! positions.

mod book;
mod distil;
mod evaluation;
mod input;
mod perft;
mod retro;
mod tables;
mod tactical;
