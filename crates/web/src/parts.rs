//! Registers services as `web::Data`, from which each handler takes those that it uses.

use actix_web::web::{self, ServiceConfig};

/// Services that register themselves as `web::Data`.
pub trait Parts {
    /// Shares each part under its own type.
    fn share(self, shares: &mut Shares);
}

/// No services, for tests of the code around the handlers.
impl Parts for () {
    fn share(self, _shares: &mut Shares) {}
}

/// Registers one part with a worker of the server.
pub(crate) type Register = Box<dyn Fn(&mut ServiceConfig) + Send + Sync>;

/// The parts that are shared so far.
#[derive(Default)]
pub struct Shares(Vec<Register>);

impl Shares {
    /// Shares a part under its type.
    pub(crate) fn add<T: Send + Sync + 'static>(&mut self, part: T) {
        let part = web::Data::new(part);
        self.0.push(Box::new(move |config| {
            config.app_data(part.clone());
        }));
    }

    /// Returns the functions that register the parts with a worker.
    pub(crate) fn into_registers(self) -> Vec<Register> {
        self.0
    }
}
