//! What the help and the documentation say of settings is what is read.

use settings_toml::DefaultValue;

use crate::settings::Settings;

/// The rows of the table of settings in docs/OPERATING.md: key and default.
fn documented() -> Vec<(String, String)> {
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/OPERATING.md");
    let text = std::fs::read_to_string(text).unwrap();
    let table = text
        .split_once("| Key | What it is | Default |\n")
        .unwrap()
        .1;
    let rows = table
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<String> = row.split('|').map(|cell| cell.replace('`', "")).collect();
        (cells[1].trim().to_owned(), cells[3].trim().to_owned())
    })
    .collect()
}

#[test]
fn help_shows_every_setting_and_default_as_the_documentation_does() {
    let help = settings_toml::help(&Settings::table());
    let documented = documented();
    assert!(documented.len() > 20, "{documented:?}");
    let mut shown = Vec::new();
    for setting in Settings::table() {
        let default = setting.default.to_string();
        let row = documented.iter().find(|(key, _)| key == setting.key);
        let (_, written) = row.unwrap_or_else(|| panic!("{} is not documented", setting.key));
        let number = written.split(' ').next();
        assert!(
            *written == default || number == Some(&default),
            "{}: {written} is written, {default} is used",
            setting.key
        );
        let line = format!("\n  {} ", setting.key);
        let (_, after) = help.split_once(&line).unwrap();
        let entry = after.split("\n  ").next().unwrap();
        assert!(entry.contains(setting.about), "{help}");
        assert!(help.contains(&format!("[{default}]")), "{help}");
        shown.push(setting.key);
    }
    let unknown = documented
        .iter()
        .filter(|(key, _)| !shown.contains(&key.as_str()));
    assert_eq!(unknown.count(), 0);
    assert!(
        help.lines().all(|line| line.chars().count() <= 100),
        "{help}"
    );
}

#[test]
fn every_default_is_read_as_if_it_had_been_given() {
    let given: Vec<(String, String)> = Settings::table()
        .iter()
        .filter(|setting| !matches!(setting.default, DefaultValue::Unset(_)))
        .map(|setting| {
            let name = setting.key.replace('.', "__").to_uppercase();
            (format!("FORMSERVICE__{name}"), setting.default.to_string())
        })
        .collect();
    let mut settings = Settings::read(None, given).unwrap();
    let metrics = settings.serve.metrics.as_mut().unwrap();
    assert!(metrics.is_configured);
    metrics.is_configured = false;
    assert_eq!(settings, Settings::read(None, []).unwrap());
}

#[test]
fn a_section_without_settings_says_nothing_and_an_unknown_one_is_named() {
    assert!(super::read("[server]\n[rate_limit]\n# listen = \"…\"\n", &[]).is_ok());
    for file in ["[servers]\n", "server = 1\n", "[server.listen]\n"] {
        assert!(super::read(file, &[]).is_err(), "{file}");
    }
}
