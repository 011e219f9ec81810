//! Texts as people and programs write them, from plain German to anything Unicode has.

use proptest::char;
use proptest::collection::vec;
use proptest::prelude::*;

/// Any text of at most `length_max` characters; one in ten is exactly that long.
pub(crate) fn any_text(length_max: usize, multiline: bool) -> BoxedStrategy<String> {
    let length =
        prop_oneof![6 => 0..=length_max.min(40), 3 => 0..=length_max, 1 => length_max..=length_max];
    length
        .prop_flat_map(move |length| vec(any_character(multiline), length))
        .prop_map(|characters| characters.into_iter().collect())
        .boxed()
}

fn any_character(multiline: bool) -> BoxedStrategy<char> {
    let german = proptest::sample::select(
        "abc xyz ÄÖÜäöüß€§„“‚‘–—…»« 1.234,50 ()/\\%&+-*'\""
            .chars()
            .collect::<Vec<_>>(),
    );
    let european = prop_oneof![
        char::range('À', 'ž'),
        char::range('Α', 'ω'),
        char::range('А', 'я')
    ];
    let symbols = prop_oneof![
        char::range('←', '⇿'),
        char::range('😀', '🙏'),
        char::range('一', '十'),
        Just('\u{301}'),
        Just('\u{200d}'),
        Just('\u{fffd}')
    ];
    let anything = any::<char>().prop_filter("no control characters or line ends", |character| {
        !character.is_control() && !matches!(character, '\u{2028}' | '\u{2029}')
    });
    let line_end = if multiline {
        Just('\n').boxed()
    } else {
        Just(' ').boxed()
    };
    prop_oneof![
        20 => german,
        6 => european,
        2 => symbols,
        1 => anything,
        1 => line_end,
        1 => Just(' '),
    ]
    .boxed()
}
