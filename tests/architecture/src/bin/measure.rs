//! Prints how long files, functions and handlers are, how wide lines are, and how many lines each
//! crate has; tests aside. `just measure`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write as _};

use architecture::functions::functions;
use architecture::sources::{Source, sources};

fn main() -> Result<(), Box<dyn Error>> {
    let sources = sources()?;
    let own: Vec<&Source> = sources.iter().filter(|source| !source.is_test()).collect();
    let lines: Vec<usize> = own.iter().map(|source| source.line_count()).collect();
    let total: usize = lines.iter().sum();
    let wide: usize = own.iter().map(|source| source.wide_lines().count()).sum();
    let in_routes = |source: &&&Source| source.path.contains("/http-api/src/routes/");
    let handlers: Vec<&Source> = own.iter().filter(in_routes).copied().collect();
    let [functions, handlers] = [lengths(&own)?, lengths(&handlers)?];
    let mut out = io::stdout().lock();
    writeln!(out, "files                      {}", own.len())?;
    writeln!(out, "lines                      {total}")?;
    writeln!(out, "lines a file   {}", spread(lines))?;
    writeln!(out, "function       {}", spread(functions))?;
    writeln!(out, "of routes      {}", spread(handlers))?;
    writeln!(
        out,
        "lines over 100 columns     {} ‰",
        wide * 1000 / total.max(1)
    )?;
    writeln!(
        out,
        "\nlines by crate, and those that are neither blank nor comment"
    )?;
    for (name, (lines, code)) in by_crate(&own) {
        writeln!(out, "{name:<20} {lines:>6} {code:>6}")?;
    }
    Ok(())
}

fn lengths(sources: &[&Source]) -> syn::Result<Vec<usize>> {
    let mut lengths = Vec::new();
    for source in sources {
        lengths.extend(
            functions(source)?
                .iter()
                .map(|function| function.line_count),
        );
    }
    Ok(lengths)
}

fn spread(mut lengths: Vec<usize>) -> String {
    lengths.sort_unstable();
    let at = |share: usize| {
        let index = (lengths.len() * share / 100).min(lengths.len().saturating_sub(1));
        lengths.get(index).copied().unwrap_or(0)
    };
    format!(
        "median {} / p90 {} / p99 {} / max {}",
        at(50),
        at(90),
        at(99),
        at(100)
    )
}

fn by_crate<'source>(sources: &[&'source Source]) -> BTreeMap<&'source str, (usize, usize)> {
    let mut crates = BTreeMap::new();
    for source in sources {
        let name = source.path.split('/').nth(1).unwrap_or_default();
        let (lines, code): &mut (usize, usize) = crates.entry(name).or_default();
        *lines += source.line_count();
        *code += source.text.lines().filter(|line| is_code(line)).count();
    }
    crates
}

fn is_code(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !line.starts_with("//")
}
