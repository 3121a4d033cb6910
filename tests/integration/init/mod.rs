//! A surface map that is proposed: what it says of every layout, and what `--write` does to a config.

mod command;
mod insert;
mod layouts;
mod signs;
mod trees;
