//! How much a form may hold. Each limit lies far above any real form and keeps hostile files from
//! costing more than that. Beyond most of them the file is refused as too complex.
//!
//! What a limit leaves out on purpose: total memory and time, which the process that calls this
//! crate is given from outside.

/// Terminal fields. The largest public forms known have about 2 000.
pub(crate) const FIELDS_MAX: usize = 10_000;

/// Notes and comments on all pages. Who fills in a form writes some.
pub(crate) const NOTES_MAX: usize = 10_000;

/// Nodes of the field tree and widgets together: a field has rarely more than ten widgets.
pub(crate) const NODES_MAX: usize = 100_000;

/// Levels of the field tree. Real names have at most about ten parts.
pub(crate) const FIELD_DEPTH_MAX: usize = 64;

/// Levels of arrays and dictionaries inside one object, and references that lead to references.
pub(crate) const OBJECT_DEPTH_MAX: usize = 64;

/// Pages. Forms are printed, and nobody prints more.
pub(crate) const PAGES_MAX: usize = 5_000;

/// Annotations that pages list which an earlier page lists already: of some forms a field stands on
/// every page, as the name of the applicant does.
pub(crate) const LISTED_AGAIN_MAX: usize = 50_000;

/// Levels of the page tree.
pub(crate) const PAGE_DEPTH_MAX: usize = 64;

/// Bytes of the whole name of a field, as UTF-8. Real names have some hundreds.
pub(crate) const NAME_BYTES_MAX: usize = 10_000;

/// Options of one field: long lists of countries or offices have some hundreds.
pub(crate) const OPTIONS_MAX: usize = 10_000;

/// Options of all fields together: a long list for each of many rows makes some thousands.
pub(crate) const TOTAL_OPTIONS_MAX: usize = 50_000;

/// Bytes of text in one field, as UTF-8: about 500 written pages.
pub(crate) const FIELD_TEXT_BYTES_MAX: usize = 1 << 20;

/// Bytes of text in all fields or on all pages, as UTF-8.
pub(crate) const TOTAL_TEXT_BYTES_MAX: usize = 8 << 20;

/// Bytes that a single stream with a text, a script or XML may have once decompressed.
pub(crate) const STREAM_BYTES_MAX: usize = 16 << 20;

/// Bytes of one script of a field, which only formats or checks its value; a longer one is ignored.
pub(crate) const SCRIPT_BYTES_MAX: usize = 1 << 20;

/// Bytes of all scripts of fields. Forms with some thousand have less than a megabyte.
pub(crate) const TOTAL_SCRIPT_BYTES_MAX: usize = 64 << 20;

/// Bytes of the look of one field that stores nothing; a longer one is compared as it is packed.
pub(crate) const LOOK_BYTES_MAX: usize = 1 << 20;

/// Bytes of all such looks together. Those of forms have some ten each.
pub(crate) const TOTAL_LOOK_BYTES_MAX: usize = 16 << 20;

/// Size of the resources of all pages together: one for each byte of names and strings and one for
/// each object, counted again for each page that shares them. Real forms have some ten thousand.
pub(crate) const PAGE_RESOURCES_MAX: usize = 4_000_000;

/// Bytes that all object streams together may have once decompressed. Real forms of 10 MB have less
/// than half.
pub(crate) const OBJECT_STREAM_BYTES_MAX: usize = 64 << 20;

/// Lines of the tables of objects of a file that is read once. Forms have some thousand.
pub(crate) const TABLE_LINES_MAX: usize = 200_000;

/// Tables of objects of such a file: one for each time that it was saved.
pub(crate) const SECTIONS_MAX: usize = 256;

/// Characters drawn on the pages of a flat PDF.
pub(crate) const GLYPHS_MAX: usize = 1_000_000;

/// Operations in one content stream: drawings on forms have some ten thousand.
pub(crate) const OPERATIONS_MAX: usize = 2_000_000;

/// Bytes of the content streams of one page whose operations are kept, in case that they are drawn
/// again. Most pages have less than 200 KB.
pub(crate) const CONTENT_KEPT_BYTES_MAX: usize = 1 << 20;

/// Bytes of texts, names and streams and members of lists that are looked at, those of streams as
/// they are packed and unpacked, and again each time that another object leads to them. Real forms
/// have up to 1.5 MB.
pub(crate) const LOOKED_AT_MAX: usize = 128 << 20;

/// Objects that are hashed to recognise unchanged pages. Real forms have some thousands; pages
/// beyond the limit are read.
pub(crate) const DIGEST_OBJECTS_MAX: usize = 100_000;

/// Bytes of content streams drawn on all pages, those of form objects as often as they are drawn.
pub(crate) const DRAWN_BYTES_MAX: usize = 64 << 20;

/// A form object that is drawn counts as so many bytes beside its own, however short it is.
pub(crate) const FORM_OBJECT_BYTES: usize = 512;

/// Fonts on all pages: a page has rarely more than ten.
pub(crate) const FONTS_MAX: usize = 10_000;

/// Bytes of the maps to Unicode of all fonts together, unpacked; of those that share one, each time
/// anew. One of a font with all Chinese characters has some hundred KB.
pub(crate) const MAP_BYTES_MAX: usize = 8 << 20;

/// Members of a font's `Differences`: at most 256 names, and the numbers at which each row of them
/// begins.
pub(crate) const DIFFERENCES_MAX: usize = 1_024;

/// Characters whose widths all fonts together give as ranges: eight times what one font can have.
/// Real fonts have some hundred.
pub(crate) const RANGE_WIDTHS_MAX: usize = 8 * 65_536;

/// Levels of form objects within form objects on a page.
pub(crate) const DRAWING_DEPTH_MAX: usize = 16;

/// Saved graphics states at one time. Viewers allow some dozens.
pub(crate) const STATES_MAX: usize = 1_000;

/// Strings shown on all pages, also of form objects that are drawn more than once.
pub(crate) const STRINGS_MAX: usize = 500_000;

/// Shapes of the size of marks in boxes, painted on all pages. Forms with drawings have some
/// thousand.
pub(crate) const SHAPES_MAX: usize = 50_000;

/// Runs of text of a flat PDF.
pub(crate) const RUNS_MAX: usize = 200_000;

/// Objects of a blank form that are compared ahead. Forms of 100 pages have some 10 000.
pub(crate) const KNOWN_OBJECTS_MAX: usize = 50_000;

/// Bytes of a blank form whose objects are compared ahead. Large ones have few megabytes.
pub(crate) const KNOWN_BYTES_MAX: usize = 16 << 20;
