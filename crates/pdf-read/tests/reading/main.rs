//! Reads PDFs that are made for the purpose, one file for each matter.

#[cfg(test)]
mod buttons;
#[cfg(test)]
mod choices;
#[cfg(test)]
mod clips;
mod copies;
#[cfg(test)]
mod encodings;
#[cfg(test)]
mod encryption;
#[cfg(test)]
mod filters;
#[cfg(test)]
mod flat;
#[cfg(test)]
mod form;
#[cfg(test)]
mod guessed;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod hyphens;
#[cfg(test)]
mod inner_texts;
#[cfg(test)]
mod left_over_states;
#[cfg(test)]
mod ligatures;
#[cfg(test)]
mod looks;
mod marked_lines;
#[cfg(test)]
mod names;
#[cfg(test)]
mod notes;
#[cfg(test)]
mod off_page;
#[cfg(test)]
mod page_tree;
#[cfg(test)]
mod painted;
#[cfg(test)]
mod partly_flat;
mod placement;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod texts;
#[cfg(test)]
mod turned_pages;
#[cfg(test)]
mod two_places;
#[cfg(test)]
mod unchanged;
#[cfg(test)]
mod undecodable;
#[cfg(test)]
mod unrounded;
#[cfg(test)]
mod updates;
#[cfg(test)]
mod widths;
#[cfg(test)]
mod xfa;
