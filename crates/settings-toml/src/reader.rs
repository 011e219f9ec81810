//! Reading settings: each is taken once, as what it is; where it is not given, its default is read
//! in the same way. What is of another kind is a fault; what nobody took in the end is unknown,
//! which is a fault as well.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::variable::{PREFIX, variable};
use crate::{DefaultValue, Secret, Setting, misspelling};

/// The settings that were given, and what is wrong with them.
pub struct SettingsReader {
    given: BTreeMap<String, Given>,
    known: Vec<&'static Setting>,
    faults: Vec<String>,
    /// Variables that begin almost like those of settings.
    alike: Vec<String>,
    secrets_in_file: Vec<&'static str>,
}

enum Given {
    File(toml::Value),
    Environment(String),
}

impl SettingsReader {
    /// Takes the text of a file and all environment variables; of those only the service's own are
    /// looked at.
    pub fn new(
        file: Option<&str>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let mut reader = Self {
            given: BTreeMap::new(),
            known: Vec::new(),
            faults: Vec::new(),
            alike: Vec::new(),
            secrets_in_file: Vec::new(),
        };
        match file.unwrap_or_default().parse::<toml::Table>() {
            Ok(table) => reader.add_table("", table),
            Err(error) => reader.faults.push(not_toml(file, &error)),
        }
        for (name, value) in environment {
            if misspelling::is_config(&name) {
                reader.alike.push(name);
            } else if let Some(name) = name.strip_prefix(PREFIX) {
                let name = name.to_lowercase().replace("__", ".");
                reader.given.insert(name, Given::Environment(value));
            } else if name.starts_with(misspelling::PREFIX) {
                reader.alike.push(name);
            }
        }
        reader
    }

    pub fn text(&mut self, setting: &'static Setting) -> Option<String> {
        match self.take(setting)? {
            Given::File(toml::Value::String(text)) | Given::Environment(text)
                if !text.trim().is_empty() =>
            {
                Some(text)
            }
            _ => self.fault(setting, "must be a text that is not empty"),
        }
    }

    /// A text that is never shown.
    pub fn secret(&mut self, setting: &'static Setting) -> Option<Secret> {
        let text = self.text(setting)?;
        Some(Secret::new(text.trim()))
    }

    /// A text that stands for something; `what` completes "must be …".
    pub fn parsed<T>(
        &mut self,
        setting: &'static Setting,
        what: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.text(setting)?;
        match parse(text.trim()) {
            Some(value) => Some(value),
            None => self.fault(setting, &format!("must be {what}")),
        }
    }

    /// `true` or `false`.
    pub fn switch(&mut self, setting: &'static Setting) -> Option<bool> {
        let switch = match self.take(setting)? {
            Given::File(toml::Value::Boolean(switch)) => Some(switch),
            Given::Environment(text) => text.trim().parse().ok(),
            Given::File(_) => None,
        };
        switch.or_else(|| self.fault(setting, "must be true or false"))
    }

    /// A list of texts that stand for something; `what` completes "must be a list of …".
    pub fn parsed_list<T>(
        &mut self,
        setting: &'static Setting,
        what: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<Vec<T>> {
        // There a comma is a part of the text before it.
        let between = match self.given.get(setting.key) {
            Some(Given::Environment(_)) => ", with spaces between them",
            _ => "",
        };
        let texts = self.list(setting)?;
        let list: Option<Vec<T>> = texts.iter().map(|text| parse(text)).collect();
        list.or_else(|| self.fault(setting, &format!("must be a list of {what}{between}")))
    }

    /// A whole number of something within bounds.
    pub fn number(
        &mut self,
        setting: &'static Setting,
        unit: &str,
        bounds: RangeInclusive<u64>,
    ) -> Option<u64> {
        let number = match self.take(setting)? {
            Given::File(toml::Value::Integer(number)) => u64::try_from(number).ok(),
            Given::Environment(text) => text.trim().parse().ok(),
            Given::File(_) => None,
        };
        number.filter(|number| bounds.contains(number)).or_else(|| {
            let (least, most) = bounds.into_inner();
            let what = format!("must be a whole number of {unit} from {least} to {most}");
            self.fault(setting, &what)
        })
    }

    /// A list of texts; in the environment they are separated by spaces.
    pub fn list(&mut self, setting: &'static Setting) -> Option<Vec<String>> {
        let list = match self.take(setting)? {
            Given::File(toml::Value::Array(values)) => values
                .into_iter()
                .map(|value| match value {
                    toml::Value::String(text) => Some(text),
                    _ => None,
                })
                .collect(),
            Given::Environment(text) if text.trim().is_empty() => {
                self.faults.push(format!(
                    "`{}` is empty: give texts with spaces between them, or unset it. An empty \
                     list can only be written in the configuration file.",
                    variable(setting.key)
                ));
                return None;
            }
            Given::Environment(text) => Some(text.split_whitespace().map(str::to_owned).collect()),
            Given::File(_) => None,
        };
        list.or_else(|| self.fault(setting, "must be a list of texts, such as `[\"…\", \"…\"]`"))
    }

    /// `problem` completes "`key` …".
    pub fn fault<T>(&mut self, setting: &Setting, problem: &str) -> Option<T> {
        self.faults.push(format!("`{}` {problem}.", setting.key));
        None
    }

    pub fn is_given(&self, setting: &Setting) -> bool {
        self.given.contains_key(setting.key)
    }

    /// The keys of the secrets that the file holds, of those that were asked for.
    pub fn secrets_in_file(&self) -> Vec<&'static str> {
        self.secrets_in_file.clone()
    }

    /// All settings that were asked for.
    pub fn into_known(self) -> Vec<&'static Setting> {
        self.known
    }

    /// Whether this is what is left of a section all of whose settings were taken out.
    fn is_empty_section(&self, name: &str, given: &Given) -> bool {
        let is_empty = matches!(given, Given::File(toml::Value::Table(table)) if table.is_empty());
        let mut known = self.known.iter();
        let has_section = |setting: &&Setting| {
            let below = setting.key.strip_prefix(name);
            below.is_some_and(|below| below.starts_with('.'))
        };
        is_empty && known.any(has_section)
    }

    /// All faults, unknown settings included.
    pub fn faults(mut self) -> Vec<String> {
        for (name, given) in &self.given {
            if self.is_empty_section(name, given) {
                continue;
            }
            let written = match given {
                Given::File(_) => name.clone(),
                Given::Environment(_) => variable(name),
            };
            let nearest = misspelling::nearest(name, &self.known);
            let nearest = nearest.map_or_else(String::new, |nearest| {
                let nearest = match given {
                    Given::File(_) => nearest.to_owned(),
                    Given::Environment(_) => variable(nearest),
                };
                format!("; the nearest is `{nearest}`")
            });
            self.faults
                .push(format!("`{written}` is not a setting{nearest}."));
        }
        for name in &self.alike {
            if let Some(meant) = misspelling::meant(name, &self.known) {
                let fault = format!("`{name}` is not a setting; the nearest is `{meant}`.");
                self.faults.push(fault);
            }
        }
        self.faults
    }

    fn take(&mut self, setting: &'static Setting) -> Option<Given> {
        self.known.push(setting);
        let given = self.given.remove(setting.key);
        if let Some(Given::File(value)) = &given
            && setting.is_secret
            && !value.as_str().is_some_and(is_address_without_password)
        {
            self.secrets_in_file.push(setting.key);
        }
        given.or_else(|| match setting.default {
            DefaultValue::Text(text) => Some(Given::Environment(text.to_owned())),
            DefaultValue::Number(number) => Some(Given::Environment(number.to_string())),
            DefaultValue::Unset(_) => None,
        })
    }

    fn add_table(&mut self, above: &str, table: toml::Table) {
        for (name, value) in table {
            let name = if above.is_empty() {
                name
            } else {
                format!("{above}.{name}")
            };
            match value {
                toml::Value::Table(table) if !table.is_empty() => self.add_table(&name, table),
                value => {
                    self.given.insert(name, Given::File(value));
                }
            }
        }
    }
}

/// Whether a secret setting holds none, such as the path of a database.
pub fn is_address_without_password(value: &str) -> bool {
    let holds_password = value.contains('@') || value.contains("password");
    value.contains(':') && !holds_password
}

fn not_toml(file: Option<&str>, error: &toml::de::Error) -> String {
    let before = error
        .span()
        .and_then(|span| file.unwrap_or_default().get(..span.start));
    let line = before.map_or(1, |before| before.matches('\n').count() + 1);
    // Of other messages nobody knows what they quote.
    if error.message() == "duplicate key" {
        return format!(
            "The configuration file gives a key or a table for the second time in line {line}: \
             take one of them out."
        );
    }
    format!("The configuration file is no TOML, line {line}.")
}
