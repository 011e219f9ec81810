//! Where the objects of a file stand: what its cross-reference stream says (PDF 32000-1, 7.5.8).

use lopdf::Object;

/// Where an object stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    At {
        offset: u32,
        generation: u16,
    },
    /// The how many-th of the objects that are packed into one stream.
    Packed {
        container: u32,
        index: u16,
    },
}

/// The places by the numbers of the objects. Of two with one number the later one counts.
#[derive(Debug, Clone, Default)]
pub(super) struct Places(Vec<(u32, Place)>);

impl Places {
    pub(super) fn add(&mut self, number: u32, place: Place) {
        self.0.push((number, place));
    }

    /// The content of the stream, and its `Index` and `W`.
    pub(super) fn table(&mut self) -> (Vec<u8>, Object, Object) {
        // Numbers are added in rising runs, which this sort is quick to merge.
        self.0.sort_by_key(|(number, _)| *number);
        let fields = |place: &Place| match *place {
            Place::At { offset, generation } => (1, offset, generation),
            Place::Packed { container, index } => (2, container, index),
        };
        let all = || self.0.iter().map(|(_, place)| fields(place));
        let widest = all().map(|(_, second, _)| second).max().unwrap_or_default();
        let last = all().map(|(_, _, third)| third).max().unwrap_or_default();
        let (second_width, last_width) = (width(widest), width(u32::from(last)));
        let mut content = Vec::with_capacity(self.0.len() * (1 + second_width + last_width));
        let mut runs: Vec<(u32, u32)> = Vec::new();
        let same = self.0.chunk_by(|(one, _), (next, _)| one == next);
        for (number, place) in same.filter_map(<[_]>::last) {
            let (kind, second, third) = fields(place);
            content.push(kind);
            content.extend_from_slice(&second.to_be_bytes()[4 - second_width..]);
            content.extend_from_slice(&u32::from(third).to_be_bytes()[4 - last_width..]);
            match runs.last_mut() {
                Some((first, count)) if first.checked_add(*count) == Some(*number) => *count += 1,
                _ => runs.push((*number, 1)),
            }
        }
        let runs = runs.into_iter().flat_map(|(first, count)| [first, count]);
        let integer = |number: u32| Object::Integer(i64::from(number));
        let widths = [1, second_width, last_width].map(|width| Object::Integer(width as i64));
        let index: Vec<Object> = runs.map(integer).collect();
        (content, index.into(), widths.to_vec().into())
    }
}

/// How many bytes a number takes.
fn width(number: u32) -> usize {
    (4 - number.leading_zeros() as usize / 8).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(numbers: &[i64]) -> Object {
        let objects: Vec<Object> = numbers.iter().copied().map(Object::Integer).collect();
        objects.into()
    }

    #[test]
    fn table_is_in_order_in_runs_and_as_narrow_as_can_be() {
        let mut places = Places::default();
        let at = |offset| Place::At {
            offset,
            generation: 0,
        };
        places.add(5, at(0x1234));
        places.add(1, at(16));
        places.add(
            2,
            Place::Packed {
                container: 5,
                index: 7,
            },
        );
        places.add(1, at(17));
        let (content, index, widths) = places.table();
        assert_eq!(content, [1, 0, 17, 0, 2, 0, 5, 7, 1, 0x12, 0x34, 0]);
        assert_eq!(index, numbers(&[1, 2, 5, 1]));
        assert_eq!(widths, numbers(&[1, 2, 1]));
    }

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        assert_eq!([0, 1, 255, 256, 65_536].map(width), [1, 1, 1, 2, 3]);
        assert_eq!(width(u32::MAX), 4);
    }
}
