//! Finds the endpoint of a path without routing: for the log, the metrics and the headers of every
//! request, whether it gets as far as its handler or not.

use crate::cache_policy::CachePolicy;

/// What is known of an endpoint by its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KnownRoute {
    /// Its path, with `{…}` for whatever has no slash.
    pub(crate) pattern: &'static str,
    pub(crate) cache_policy: CachePolicy,
}

/// All endpoints.
pub(crate) struct RoutePatterns(Vec<KnownRoute>);

impl RoutePatterns {
    pub(crate) fn new(routes: impl IntoIterator<Item = KnownRoute>) -> Self {
        Self(routes.into_iter().collect())
    }

    /// The endpoint of a decoded path.
    pub(crate) fn find(&self, path: &str) -> Option<KnownRoute> {
        let mut routes = self.0.iter().copied();
        routes.find(|route| is_match(route.pattern, path))
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
    use crate::openapi::Endpoint;
    use crate::routes;

    #[test]
    fn find_gives_the_pattern_by_which_a_request_is_routed() {
        let endpoints = routes::endpoints();
        let known = endpoints.iter().map(Endpoint::known_route);
        let paths: Vec<&'static str> = known.clone().map(|route| route.pattern).collect();
        let patterns = RoutePatterns::new(known);
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
            let found = patterns.find(&asked).map(|route| route.pattern);
            assert_eq!(found, routed, "{asked:?}");
        }
    }
}
