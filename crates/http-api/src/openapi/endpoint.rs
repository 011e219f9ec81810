//! A path with its methods: how each is answered, and how the document describes it. Both are given
//! together, so that neither is forgotten.
//!
//! HEAD stands beside each GET (actix does not add it). Another method is answered 405 with
//! `Allow`.

use std::collections::BTreeMap;

use actix_web::dev::{AppService, HttpServiceFactory};
use actix_web::web;
use actix_web::{Handler, HttpResponse, Resource, Responder};
use paperclip::actix::Mountable;
use paperclip::v2::models::{DefaultOperationRaw, DefaultSchemaRaw, HttpMethod, SecurityScheme};
use serde_json::{Map, Value as Json};

use super::{Facts, Operation, security};
use crate::cache_policy::CachePolicy;
use crate::error::ApiError;
use crate::request::extract::{HandlerArguments, RequiredKey};
use crate::route_patterns::KnownRoute;

/// Describes a method, with the limits of the settings.
type Describe = fn(&Facts<'_>) -> Operation;

/// A path with its methods.
pub(crate) struct Endpoint {
    path: &'static str,
    resource: Resource,
    methods: Vec<(HttpMethod, RequiredKey, Describe)>,
    cache_policy: CachePolicy,
}

/// A path with what the document says of its methods.
pub(super) struct DocumentedEndpoint {
    path: &'static str,
    resource: Resource,
    operations: Vec<(HttpMethod, RequiredKey, Operation)>,
}

impl Endpoint {
    /// A path without methods yet. Who may keep its answers is said with it, so that nobody
    /// forgets it.
    pub(crate) fn at(path: &'static str, cache_policy: CachePolicy) -> Self {
        Self {
            path,
            resource: web::resource(path),
            methods: Vec::new(),
            cache_policy,
        }
    }

    /// How it is found without routing.
    pub(crate) fn known_route(&self) -> KnownRoute {
        KnownRoute {
            pattern: self.path,
            cache_policy: self.cache_policy,
        }
    }

    pub(crate) fn get<F, Args>(mut self, handler: F, describe: Describe) -> Self
    where
        F: Handler<Args>,
        Args: HandlerArguments,
        F::Output: Responder + 'static,
    {
        self.resource = self.resource.route(web::head().to(handler.clone()));
        self.add(
            HttpMethod::Get,
            web::get().to(handler),
            Args::REQUIRED_KEY,
            describe,
        )
    }

    pub(crate) fn post<F, Args>(self, handler: F, describe: Describe) -> Self
    where
        F: Handler<Args>,
        Args: HandlerArguments,
        F::Output: Responder + 'static,
    {
        self.add(
            HttpMethod::Post,
            web::post().to(handler),
            Args::REQUIRED_KEY,
            describe,
        )
    }

    pub(crate) fn put<F, Args>(self, handler: F, describe: Describe) -> Self
    where
        F: Handler<Args>,
        Args: HandlerArguments,
        F::Output: Responder + 'static,
    {
        self.add(
            HttpMethod::Put,
            web::put().to(handler),
            Args::REQUIRED_KEY,
            describe,
        )
    }

    pub(crate) fn delete<F, Args>(self, handler: F, describe: Describe) -> Self
    where
        F: Handler<Args>,
        Args: HandlerArguments,
        F::Output: Responder + 'static,
    {
        self.add(
            HttpMethod::Delete,
            web::delete().to(handler),
            Args::REQUIRED_KEY,
            describe,
        )
    }

    pub(super) fn described(self, facts: &Facts<'_>) -> DocumentedEndpoint {
        let operation = |(method, key, describe): (_, _, Describe)| (method, key, describe(facts));
        DocumentedEndpoint {
            path: self.path,
            resource: self.resource,
            operations: self.methods.into_iter().map(operation).collect(),
        }
    }

    fn add(
        mut self,
        method: HttpMethod,
        route: actix_web::Route,
        key: RequiredKey,
        describe: Describe,
    ) -> Self {
        self.resource = self.resource.route(route);
        self.methods.push((method, key, describe));
        self
    }

    /// The value of `Allow`.
    fn allowed(&self) -> String {
        let words = |method: &HttpMethod| match method {
            HttpMethod::Get => "GET, HEAD",
            HttpMethod::Put => "PUT",
            HttpMethod::Post => "POST",
            HttpMethod::Delete => "DELETE",
            HttpMethod::Options => "OPTIONS",
            HttpMethod::Head => "HEAD",
            HttpMethod::Patch => "PATCH",
        };
        let words: Vec<&str> = self
            .methods
            .iter()
            .map(|(method, ..)| words(method))
            .collect();
        words.join(", ")
    }
}

impl HttpServiceFactory for Endpoint {
    fn register(self, config: &mut AppService) {
        let allowed = self.allowed();
        let refuse = move || {
            let allowed = allowed.clone();
            async move { Err::<HttpResponse, _>(ApiError::MethodNotAllowed { allowed }) }
        };
        self.resource
            .default_service(web::to(refuse))
            .register(config);
    }
}

impl DocumentedEndpoint {
    /// What OpenAPI 2 cannot say of the operations, by method.
    pub(super) fn details(&self) -> Json {
        let details: Map<String, Json> = self
            .operations
            .iter()
            .map(|(method, key, operation)| (word(*method), operation.details(*key, self.path)))
            .collect();
        Json::Object(details)
    }
}

impl HttpServiceFactory for DocumentedEndpoint {
    fn register(self, config: &mut AppService) {
        self.resource.register(config);
    }
}

impl Mountable for DocumentedEndpoint {
    fn path(&self) -> &str {
        self.path
    }

    fn operations(&mut self) -> BTreeMap<HttpMethod, DefaultOperationRaw> {
        let operations = self.operations.iter();
        operations
            .map(|(method, key, operation)| (*method, operation.raw(*key)))
            .collect()
    }

    fn definitions(&mut self) -> BTreeMap<String, DefaultSchemaRaw> {
        let operations = self.operations.iter();
        operations
            .flat_map(|(_, _, operation)| operation.definitions())
            .collect()
    }

    fn security_definitions(&mut self) -> BTreeMap<String, SecurityScheme> {
        security::schemes()
    }
}

/// The method as the document writes it.
fn word(method: HttpMethod) -> String {
    format!("{method:?}").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{CachePolicy, RequiredKey};
    use crate::routes;

    #[test]
    fn what_needs_a_key_is_kept_by_nobody_else() {
        for endpoint in routes::endpoints() {
            let mut keys = endpoint.methods.iter().map(|(_, key, _)| *key);
            let needs_key = keys.any(|key| key != RequiredKey::None);
            let is_public = endpoint.cache_policy == CachePolicy::Public;
            assert!(!(needs_key && is_public), "{}", endpoint.path);
        }
    }
}
