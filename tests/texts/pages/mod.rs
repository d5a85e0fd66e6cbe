//! Tests of what people read: the page of every lesson, and the documents.

mod architecture;
mod beside;
mod cells;
mod code;
mod commands;
mod dependencies;
mod documents;
mod english;
mod html;
mod lessons;
mod links;
mod markup;
mod models;
mod prose;
mod readable;
mod regression;
mod stage;
mod technique_lessons;
