//! The routes with everything around them.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::{App, Error, web};

use crate::state::State;
use crate::{middleware, routes};

/// The application of actix-web: middleware, routes, and what they share.
pub(super) fn app(
    state: web::Data<State>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    App::new()
        .app_data(state)
        .wrap(from_fn(middleware::outermost))
        .configure(routes::configure)
        .default_service(web::to(routes::unknown))
}
