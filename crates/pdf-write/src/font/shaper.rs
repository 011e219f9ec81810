//! Shaping for one document, with a cache of the lines that were shaped.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use harfrust::{
    BufferClusterLevel, Direction, GlyphBuffer, Script, ShapeOptions, ShapePlan, Shaper,
    UnicodeBuffer, script,
};

use super::face::Face;
use super::shaped_text::ShapedText;
use super::text_line::TextLine;
use super::weight::Weight;

/// Glyphs of cached lines together: enough for most forms as a whole, in less than 20 MB.
const GLYPHS_MAX: usize = 100_000;

/// Shapes the lines of a document.
#[derive(Default)]
pub(super) struct LineShaper {
    /// By face and by the script and direction of the text.
    scripts: RefCell<HashMap<(usize, Script, Direction), ScriptShaper>>,
    lines: RefCell<KeptLines>,
}

/// Shapes texts of one script and direction in one face.
struct ScriptShaper {
    shaper: Shaper<'static>,
    plan: ShapePlan,
    /// The factor from the font's units to thousandths of the font size.
    scale: f32,
}

/// The lines that were shaped last: each is measured, placed and drawn.
#[derive(Default)]
struct KeptLines {
    /// By weight and by whether the paragraph runs to the left.
    lines: HashMap<(Weight, bool), HashMap<Box<str>, Rc<ShapedText>>>,
    glyphs: usize,
}

impl LineShaper {
    /// The line as it was shaped before, or as `shape` shapes it now.
    pub(super) fn line(
        &self,
        weight: Weight,
        line: TextLine<'_>,
        shape: impl FnOnce() -> ShapedText,
    ) -> Rc<ShapedText> {
        let kind = (weight, line.level.is_rtl());
        let known = |kept: &KeptLines| kept.lines.get(&kind)?.get(line.text).map(Rc::clone);
        if let Some(shaped) = known(&self.lines.borrow()) {
            return shaped;
        }
        let shaped = Rc::new(shape());
        let mut kept = self.lines.borrow_mut();
        if kept.glyphs > GLYPHS_MAX {
            *kept = KeptLines::default();
        }
        kept.glyphs += shaped.glyphs.len();
        let lines = kept.lines.entry(kind).or_default();
        lines.insert(line.text.into(), Rc::clone(&shaped));
        shaped
    }

    /// Shapes a text in a face. Answers also the factor from its lengths to thousandths of the font
    /// size.
    pub(super) fn shape(
        &self,
        (index, face): (usize, &'static Face),
        text: &str,
        direction: Direction,
    ) -> (GlyphBuffer, f32) {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(direction);
        buffer.set_cluster_level(BufferClusterLevel::MonotoneCharacters);
        buffer.guess_segment_properties();
        let script = buffer.script();
        let mut scripts = self.scripts.borrow_mut();
        let known = scripts.entry((index, script, direction));
        let known = known.or_insert_with(|| ScriptShaper::new(face, script, direction));
        let options = ShapeOptions::new().plan(Some(&known.plan));
        (known.shaper.shape(buffer, options), known.scale)
    }
}

impl ScriptShaper {
    fn new(face: &'static Face, script: Script, direction: Direction) -> Self {
        let shaper = face.shaper();
        let known = Some(script).filter(|script| *script != script::UNKNOWN);
        let plan = ShapePlan::new(&shaper, direction, known, None, &[]);
        let scale = 1000.0 / shaper.units_per_em() as f32;
        Self {
            shaper,
            plan,
            scale,
        }
    }
}
