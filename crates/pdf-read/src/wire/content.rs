//! Form content as it is sent. The structures mirror those of the domain, which knows no
//! serialisation.

use forms::FormContent;
use forms::form_content::{FormField, FormFieldKind, FormFieldOption, Place, PlacedText};
use serde::{Deserialize, Serialize};

/// Mirrors [`FormContent`].
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Content {
    Fields(Vec<WireField>),
    Text(Vec<(String, WirePlace)>),
}

#[derive(Serialize, Deserialize)]
pub(super) struct WireField {
    name: String,
    kind: WireKind,
    values: Vec<String>,
    options: Vec<(String, String)>,
    tooltip: Option<String>,
    max_length: Option<usize>,
    multiple: bool,
    editable: bool,
    required: bool,
    date_format: Option<String>,
    place: Option<WirePlace>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireKind {
    Text,
    CheckBox,
    Radio,
    Choice,
    Signature,
    PushButton,
    Note,
}

#[derive(Serialize, Deserialize)]
pub(super) struct WirePlace {
    page: usize,
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

impl From<&FormContent> for Content {
    fn from(content: &FormContent) -> Self {
        match content {
            FormContent::Fields(fields) => Self::Fields(fields.iter().map(Into::into).collect()),
            FormContent::Text(runs) => Self::Text(
                runs.iter()
                    .map(|run| (run.text.clone(), run.place.into()))
                    .collect(),
            ),
        }
    }
}

impl From<Content> for FormContent {
    fn from(content: Content) -> Self {
        match content {
            Content::Fields(fields) => Self::Fields(fields.into_iter().map(Into::into).collect()),
            Content::Text(runs) => Self::Text(
                runs.into_iter()
                    .map(|(text, place)| PlacedText {
                        text,
                        place: place.into(),
                    })
                    .collect(),
            ),
        }
    }
}

impl From<&FormField> for WireField {
    fn from(field: &FormField) -> Self {
        let option = |option: &FormFieldOption| (option.export.clone(), option.display.clone());
        Self {
            name: field.name.clone(),
            kind: field.kind.into(),
            values: field.values.clone(),
            options: field.options.iter().map(option).collect(),
            tooltip: field.tooltip.clone(),
            max_length: field.max_length,
            multiple: field.multiple,
            editable: field.editable,
            required: field.required,
            date_format: field.date_format.clone(),
            place: field.place.map(Into::into),
        }
    }
}

impl From<WireField> for FormField {
    fn from(field: WireField) -> Self {
        let option = |(export, display)| FormFieldOption { export, display };
        Self {
            name: field.name,
            kind: field.kind.into(),
            values: field.values,
            options: field.options.into_iter().map(option).collect(),
            tooltip: field.tooltip,
            max_length: field.max_length,
            multiple: field.multiple,
            editable: field.editable,
            required: field.required,
            date_format: field.date_format,
            place: field.place.map(Into::into),
        }
    }
}

impl From<FormFieldKind> for WireKind {
    fn from(kind: FormFieldKind) -> Self {
        match kind {
            FormFieldKind::Text => Self::Text,
            FormFieldKind::CheckBox => Self::CheckBox,
            FormFieldKind::Radio => Self::Radio,
            FormFieldKind::Choice => Self::Choice,
            FormFieldKind::Signature => Self::Signature,
            FormFieldKind::PushButton => Self::PushButton,
            FormFieldKind::Note => Self::Note,
        }
    }
}

impl From<WireKind> for FormFieldKind {
    fn from(kind: WireKind) -> Self {
        match kind {
            WireKind::Text => Self::Text,
            WireKind::CheckBox => Self::CheckBox,
            WireKind::Radio => Self::Radio,
            WireKind::Choice => Self::Choice,
            WireKind::Signature => Self::Signature,
            WireKind::PushButton => Self::PushButton,
            WireKind::Note => Self::Note,
        }
    }
}

impl From<Place> for WirePlace {
    fn from(place: Place) -> Self {
        let Place {
            page,
            left,
            top,
            width,
            height,
        } = place;
        Self {
            page,
            left,
            top,
            width,
            height,
        }
    }
}

impl From<WirePlace> for Place {
    fn from(place: WirePlace) -> Self {
        let WirePlace {
            page,
            left,
            top,
            width,
            height,
        } = place;
        Self {
            page,
            left,
            top,
            width,
            height,
        }
    }
}
