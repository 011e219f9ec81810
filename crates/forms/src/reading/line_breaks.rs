//! How many line ends stand between two printed lines of a text.

/// Empty lines within a text: a larger gap than this many font sizes ends it.
pub(super) const GAP_MAX: f32 = 6.0;

/// From line to line, in font sizes, where a text does not show it.
const LINE_PITCH: f32 = 1.25;

/// From one of these lines to the next, by their bottoms: the least that occurs, unless that leaves
/// room for a line between. `size` is that of the letters.
pub(super) fn pitch(bottoms: &[f32], size: f32) -> f32 {
    let least = bottoms
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        // From page to page it goes up.
        .filter(|distance| *distance > 0.0)
        .fold(f32::INFINITY, f32::min);
    if least < 2.0 * size {
        least
    } else {
        LINE_PITCH * size
    }
}

/// How many line ends a distance stands for: at least one, at most as many as [`GAP_MAX`] lets by.
pub(super) fn count(distance: f32, pitch: f32) -> usize {
    (1..GAP_MAX as usize)
        .find(|&breaks| distance < pitch * (breaks as f32 + 0.5))
        .unwrap_or(GAP_MAX as usize)
}
