//! What administrators see and control.

use super::adapters::Adapters;
use crate::foundation::Foundation;
use audit::AuditTrail;
use infra::repos::SubjectRepo;
use std::sync::Arc;
use submissions::services::{Analytics, Subjects};
use users::services::{Delivery, Monitoring};
use web::Oversight;

/// Creates the services of the area.
pub fn oversight(with: &Adapters, base: &Foundation, trail: AuditTrail, delivery: Delivery) -> Oversight {
    Oversight {
        trail,
        subjects: Subjects { queries: Arc::new(SubjectRepo::new(with.db.clone())) },
        site_control: base.site_control(),
        monitoring: Monitoring {
            attempts: with.attempts.clone(),
            sessions: with.sessions.clone(),
            ids: Arc::clone(&with.ids),
        },
        alerts: with.alerts.clone(),
        analytics: Analytics { figures: with.figures.clone(), started_at: base.clock.now() },
        delivery,
    }
}
