//! Where a page of the list begins, as a text for the parameter `after`: the order, a time, a
//! number. Its format is not promised to clients.

use domain::{PaId, Timestamp};
use usecases::{ListOrder, ListPlace};

/// The text for a place in a list of this order. Nothing in it has to be escaped in a query.
pub(crate) fn write(order: ListOrder, place: ListPlace) -> String {
    let microseconds = place.time.microseconds();
    format!("{}.{microseconds}.{}", word(order), place.pa_id)
}

/// The place; `None` where the text was not written for this order.
pub(super) fn read(text: &str, order: ListOrder) -> Option<ListPlace> {
    let mut parts = text.splitn(3, '.').skip(1);
    let (time, pa_id) = (parts.next()?.parse().ok()?, parts.next()?);
    let place = ListPlace {
        time: Timestamp::from_microseconds(time)?,
        pa_id: PaId::parse(pa_id)?,
    };
    Some(place).filter(|place| write(order, *place) == text)
}

fn word(order: ListOrder) -> &'static str {
    match order {
        ListOrder::Created => "c",
        ListOrder::Activity => "a",
    }
}

#[cfg(test)]
mod tests {
    use domain::{PaId, Timestamp};
    use usecases::{ListOrder, ListPlace};

    use super::{read, write};

    #[test]
    fn what_was_written_is_read_in_the_same_order_alone() {
        for microseconds in [0, -1, 1_769_904_000_000_042] {
            let place = ListPlace {
                time: Timestamp::from_microseconds(microseconds).unwrap(),
                pa_id: PaId::new(26, 1).unwrap(),
            };
            let orders = [ListOrder::Created, ListOrder::Activity];
            for (order, other) in [(orders[0], orders[1]), (orders[1], orders[0])] {
                let text = write(order, place);
                assert_eq!(read(&text, order), Some(place));
                assert_eq!(read(&text, other), None);
            }
        }
    }

    #[test]
    fn what_was_never_written_is_no_place() {
        for text in [
            "",
            "c",
            "c..",
            "c.1",
            "c.1.",
            "c.x.26-0001",
            "c.+1.26-0001",
            "c.01.26-0001",
            "c.1.26-0000",
            "c.1.26-00010",
            "c.1.26-0001.",
            " c.1.26-0001",
            "c.99999999999999999999.26-0001",
            "c.9223372036854775807.26-0001",
            "b.1.26-0001",
        ] {
            assert_eq!(read(text, ListOrder::Created), None, "{text}");
        }
    }
}
