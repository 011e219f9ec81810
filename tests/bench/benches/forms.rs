//! How long the three jobs of the service take for an everyday form of each built-in type: reading
//! it, filling it, flattening it.
//!
//! Reading is measured without the worker process around it, and with what comes after it: from
//! bytes to `data`.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use data_json::JsonLimits;
use forms::{Data, reading, validation};
use pdf_write::TemplateFiller;
use ports::{FormPackage, FormWriter as _};

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
        let filled = filler.fill(&package, &data, false).expect("a filled form");
        criterion.bench_function(&format!("{key}/read"), |bencher| {
            bencher.iter(|| {
                let content = pdf_read::read(black_box(&filled)).expect("a form");
                reading::read(&package.form_type, &content, &[]).expect("data")
            });
        });
        for (job, flatten) in [("fill", false), ("flatten", true)] {
            criterion.bench_function(&format!("{key}/{job}"), |bencher| {
                bencher.iter(|| {
                    filler
                        .fill(&package, black_box(&data), flatten)
                        .expect("a filled form")
                });
            });
        }
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
