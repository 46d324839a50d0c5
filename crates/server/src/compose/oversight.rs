//! What administrators see and control.

use super::adapters::Adapters;
use crate::foundation::Foundation;
use facility_audit::trail::AuditTrail;
use facility_oversight::services::analytics::Analytics;
use facility_oversight::services::monitoring::Monitoring;
use facility_oversight::services::subjects::Subjects;
use facility_users::services::delivery::Delivery;
use facility_web::areas::Oversight;
use std::sync::Arc;

/// Creates the services of the area.
pub fn oversight(with: &Adapters, base: &Foundation, trail: AuditTrail, delivery: Delivery) -> Oversight {
    Oversight {
        trail,
        subjects: Subjects { queries: with.db.clone() },
        site_control: base.site_control(),
        monitoring: Monitoring {
            attempts: with.db.clone(),
            sessions: with.sessions.clone(),
            ids: Arc::clone(&with.ids),
        },
        alerts: with.alerts.clone(),
        analytics: Analytics { figures: with.db.clone(), started_at: base.clock.now() },
        delivery,
    }
}
