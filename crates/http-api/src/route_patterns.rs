//! Finds the endpoint of a path without routing: for the log and the metrics of every request,
//! whether it gets as far as its handler or not.

/// The paths of all endpoints, with `{…}` for whatever has no slash.
pub(crate) struct RoutePatterns(Vec<&'static str>);

impl RoutePatterns {
    pub(crate) fn new(patterns: impl IntoIterator<Item = &'static str>) -> Self {
        Self(patterns.into_iter().collect())
    }

    /// The pattern of a decoded path.
    pub(crate) fn find(&self, path: &str) -> Option<&'static str> {
        self.0
            .iter()
            .copied()
            .find(|pattern| is_match(pattern, path))
    }
}

fn is_match(pattern: &str, path: &str) -> bool {
    let (mut parts, mut asked) = (pattern.split('/'), path.split('/'));
    loop {
        match (parts.next(), asked.next()) {
            (None, None) => return true,
            (Some(part), Some(asked)) if part == asked => {}
            (Some(part), Some(asked)) if part.starts_with('{') && !asked.is_empty() => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::dev::ResourceDef;

    use super::RoutePatterns;
    use crate::routes;

    #[test]
    fn find_gives_the_pattern_by_which_a_request_is_routed() {
        let endpoints = routes::endpoints();
        let paths: Vec<&'static str> = endpoints.iter().map(|endpoint| endpoint.path()).collect();
        let patterns = RoutePatterns::new(paths.clone());
        let mut asked: Vec<String> = Vec::new();
        for path in &paths {
            asked.push((*path).to_owned());
            asked.push(path.replace(['{', '}'], ""));
            asked.push(path.replace("{pa_id}", "26-0001 ä\n%2F?"));
            asked.push(path.replace("{pa_id}", ""));
            asked.push(format!("{path}/"));
            asked.push(format!("/{path}"));
            asked.push(format!("{path}x"));
            asked.push(path.to_uppercase());
        }
        asked.extend(["", "/", "//", "*", "/nowhere", "/applications/a/b/c"].map(str::to_owned));
        for asked in asked {
            let routed = paths
                .iter()
                .copied()
                .find(|path| ResourceDef::new(*path).is_match(&asked));
            assert_eq!(patterns.find(&asked), routed, "{asked:?}");
        }
    }
}
