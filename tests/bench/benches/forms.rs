//! How long the three jobs of the service take for an everyday form of each built-in type: reading
//! it, filling it, flattening it.
//!
//! Reading is measured without the worker process around it, and with what comes after it: from
//! bytes to `data`; once alone, once as a worker does it that is told what to expect.

use std::borrow::Cow;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use data_json::JsonLimits;
use form_reading::ExpectedForm;
use form_reading::expected_form::BlankTexts;
use forms::{Data, validation};
use pdf_read::wire::{self, Job};
use pdf_write::TemplateFiller;
use ports::{FormOutput, FormPackage, FormWriter as _};

const DATA: &[(&str, &str)] = &[
    ("pa_form", include_str!("../data/pa_form.json")),
    ("vsm_form", include_str!("../data/vsm_form.json")),
];

#[expect(
    clippy::expect_used,
    reason = "a bench that cannot prepare its data has nothing to measure"
)]
fn forms(criterion: &mut Criterion) {
    let filler = TemplateFiller::default();
    for package in forms_toml::builtin().expect("the built-in forms") {
        let package = Arc::new(package);
        let key = &package.form_type.key;
        let data = data_of(&package);
        let filled = filler
            .fill(&package, &data, FormOutput::Fillable)
            .expect("a filled form");
        criterion.bench_function(&format!("{key}/read"), |bencher| {
            bencher.iter(|| {
                let content = pdf_read::read(black_box(&filled)).expect("a form");
                form_reading::read(&package.form_type, &content, &[]).expect("data")
            });
        });
        let expected = expected(&filler, &package);
        criterion.bench_function(&format!("{key}/worker"), |bencher| {
            let job = wire::encode_job(&Job::Data(Cow::Borrowed(&expected)));
            bencher.iter(|| {
                let job = wire::decode_job(black_box(&job)).expect("a job");
                wire::answer(&job, pdf_read::read_for(&filled, &job))
            });
        });
        for (job, output) in [
            ("fill", FormOutput::Fillable),
            ("flatten", FormOutput::Flat),
        ] {
            criterion.bench_function(&format!("{key}/{job}"), |bencher| {
                bencher.iter(|| {
                    filler
                        .fill(&package, black_box(&data), output)
                        .expect("a filled form")
                });
            });
        }
    }
}

/// What a worker is told of the form, as by the service.
#[expect(
    clippy::expect_used,
    reason = "a bench that cannot prepare its data has nothing to measure"
)]
fn expected(filler: &TemplateFiller, package: &Arc<FormPackage>) -> ExpectedForm {
    let blank = |output| filler.blank(package, output).expect("a blank form");
    let texts = |pdf: &[u8]| pdf_read::read(pdf).expect("a form").texts().to_vec();
    let others = forms_toml::builtin().expect("the built-in forms");
    let others = others.into_iter().map(|other| other.form_type);
    let file = pdf_read::blank_file(&blank(FormOutput::Fillable)).expect("a blank form");
    ExpectedForm {
        form_type: package.form_type.clone(),
        others: others
            .filter(|other| other.key != package.form_type.key)
            .collect(),
        blank: BlankTexts {
            flat: texts(&blank(FormOutput::Flat)),
            beside_fields: texts(&blank(FormOutput::Fillable)),
            pages: file.pages,
            beginnings: vec![file.beginning],
            ..BlankTexts::default()
        },
    }
}

#[expect(
    clippy::expect_used,
    reason = "a bench that cannot prepare its data has nothing to measure"
)]
fn data_of(package: &FormPackage) -> Data {
    let (_, text) = DATA
        .iter()
        .find(|(key, _)| *key == package.form_type.key)
        .expect("data for every built-in form");
    let value = data_json::parse(text.as_bytes(), JsonLimits::BODY).expect("JSON");
    validation::merge(&package.form_type, &Data::default(), &value).expect("data of the form type")
}

criterion_group!(benches, forms);
criterion_main!(benches);
