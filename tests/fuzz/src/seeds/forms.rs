//! Seeds that are about form types.

use std::borrow::Cow;
use std::sync::Arc;

use form_reading::ExpectedForm;
use form_reading::expected_form::BlankTexts;
use forms::{Data, FormContent};
use pdf_read::wire::{self, Job};
use ports::{FormOutput, FormPackage, FormWriter as _};

use crate::targets::PACKAGES;

/// Numbers of which values are made.
pub(super) fn numbers() -> Vec<(&'static str, Vec<u8>)> {
    let growing = |factor: usize| -> Vec<u8> {
        (0..600_usize)
            .map(|index| (index * factor % 251) as u8)
            .collect()
    };
    vec![
        ("nothing", vec![0; 8]),
        ("some", growing(7)),
        ("other", growing(97)),
        ("many", growing(31).repeat(4)),
    ]
}

pub(super) fn definitions() -> Vec<(&'static str, Vec<u8>)> {
    let small = include_bytes!("small.toml").to_vec();
    let builtin = PACKAGES.iter().map(|package| {
        let text = forms_toml::definition_text(&package.form_type);
        ("builtin", text.into_bytes())
    });
    let mut seeds: Vec<_> = builtin
        .zip(["first", "second"])
        .map(|(seed, name)| (name, seed.1))
        .collect();
    seeds.push(("small", small));
    seeds
}

/// What a worker is asked and answers, as it stands in a frame.
pub(super) fn answers() -> Vec<(&'static str, Vec<u8>)> {
    let package = Arc::new(PACKAGES[0].clone());
    let content = blank(&package);
    let expected = ExpectedForm {
        form_type: package.form_type.clone(),
        others: Vec::new(),
        blank: BlankTexts::default(),
    };
    let few = FormContent::Fields(Vec::new(), Vec::new());
    let damaged = Err(ports::PdfError::Damaged("x".to_owned()));
    let data = wire::answer(&Job::Data(Cow::Owned(expected)), content);
    let answers = [
        ("data", data),
        ("content", wire::answer(&Job::Content, Ok(few))),
        ("error", wire::answer(&Job::Content, damaged)),
        ("job", wire::encode_job(&Job::Content)),
    ];
    let framed = |answer: Vec<u8>| {
        let length = u32::try_from(answer.len())
            .unwrap_or_default()
            .to_le_bytes();
        [&[0], length.as_slice(), &answer].concat()
    };
    let bare = ("bare", [&[0], answers[0].1.as_slice()].concat());
    let mut seeds: Vec<_> = answers
        .into_iter()
        .map(|(name, answer)| (name, framed(answer)))
        .collect();
    seeds.push(bare);
    seeds
}

fn blank(package: &Arc<FormPackage>) -> Result<FormContent, ports::PdfError> {
    let filled =
        pdf_write::TemplateFiller::default().fill(package, &Data::default(), FormOutput::Fillable);
    pdf_read::read(&filled.unwrap_or_default())
}
