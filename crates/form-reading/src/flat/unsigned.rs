//! What MuPDF prints in the places of signatures that nobody has given, where it makes a form flat.

use std::borrow::Cow;

use forms::form_content::PlacedText;

use super::own_places::PlacedForm;
use crate::steps::step;

const PROMPT: &str = "SIGN";

/// The texts without it.
pub(super) fn take_out<'file>(
    texts: &'file [PlacedText],
    form: PlacedForm<'_>,
) -> Cow<'file, [PlacedText]> {
    let is_prompt = |text: &PlacedText| text.text.trim() == PROMPT && is_in_signature(text, form);
    match texts.iter().any(is_prompt) {
        true => {
            let others = texts.iter().filter(|text| !is_prompt(text));
            Cow::Owned(others.cloned().collect())
        }
        false => Cow::Borrowed(texts),
    }
}

fn is_in_signature(text: &PlacedText, form: PlacedForm<'_>) -> bool {
    let Some(transform) = form.own.transform(text.place.page) else {
        return false;
    };
    let middle = transform.place_in_blank(text.place).middle();
    form.blank.signatures.iter().any(|place| {
        step();
        place.page == text.place.page && place.contains(middle)
    })
}
