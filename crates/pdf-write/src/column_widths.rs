//! How columns share the width of a table.

/// Widens the columns that are narrower than they need to be, those first that lack least, at the
/// cost of what others have beyond `kept`; one that lacks more than these have stays as it is.
pub(crate) fn share(widths: &mut [f32], needed: &[f32], kept: &[f32]) {
    let lacking = |widths: &[f32], index: usize| needed[index] - widths[index];
    let mut narrow: Vec<usize> = (0..widths.len())
        .filter(|index| lacking(widths, *index) > 0.0)
        .collect();
    narrow.sort_by(|one, other| lacking(widths, *one).total_cmp(&lacking(widths, *other)));
    for index in narrow {
        let lacks = lacking(widths, index);
        let spares: Vec<f32> = widths
            .iter()
            .zip(kept)
            .map(|(width, kept)| (width - kept).max(0.0))
            .collect();
        let all: f32 = spares.iter().sum();
        if all < lacks {
            continue;
        }
        for (width, spare) in widths.iter_mut().zip(spares) {
            *width -= spare / all * lacks;
        }
        widths[index] += lacks;
    }
}

#[cfg(test)]
mod tests {
    use super::share;

    const WIDTH_MIN: f32 = 40.0;

    fn shared<const COUNT: usize>(mut widths: [f32; COUNT], needed: [f32; COUNT]) -> [f32; COUNT] {
        share(
            &mut widths,
            &needed,
            &needed.map(|width| width.max(WIDTH_MIN)),
        );
        widths
    }

    #[test]
    fn a_column_takes_what_others_have_to_spare() {
        assert_eq!(shared([120.0, 40.0], [60.0, 70.0]), [90.0, 70.0]);
        assert_eq!(
            shared([120.0, 80.0, 50.0], [0.0, 0.0, 80.0]),
            [100.0, 70.0, 80.0]
        );
        assert_eq!(shared([120.0, 40.0], [60.0, 40.0]), [120.0, 40.0]);
    }

    #[test]
    fn one_that_does_not_lack_keeps_the_room_for_its_heading() {
        let mut widths = [100.0, 40.0];
        share(&mut widths, &[0.0, 60.0], &[85.0, 60.0]);
        assert_eq!(widths, [100.0, 40.0]);
        share(&mut widths, &[0.0, 60.0], &[80.0, 60.0]);
        assert_eq!(widths, [80.0, 60.0]);
    }

    #[test]
    fn none_is_made_narrower_than_it_needs_to_be() {
        assert_eq!(shared([60.0, 40.0], [0.0, 60.0]), [WIDTH_MIN, 60.0]);
        assert_eq!(shared([60.0, 40.0], [0.0, 61.0]), [60.0, 40.0]);
        // The one that lacks least comes first, and the other goes without.
        assert_eq!(
            shared([70.0, 40.0, 40.0], [0.0, 90.0, 60.0]),
            [50.0, 40.0, 60.0]
        );
    }
}
