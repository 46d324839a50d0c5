//! Rights over other accounts. Missing rights (403) are reported before a conflicting state (409).

use crate::error::UserError;
use crate::user::User;
use facility_kernel::{AdminActor, Clearance};

/// What an administrator can do to an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountAction {
    /// Approve the account with this level.
    Approve(Clearance),
    MakeAdmin,
    /// Remove administrator rights, or the request for them.
    RemoveAdmin,
    /// Assign this level and an access key.
    UpdateClearance(Clearance),
    Unlock,
    /// Issue a password reset code.
    ResetPassword,
    /// Issue second-factor codes.
    IssueCodes,
    RemoveSecondFactor,
    Delete,
}

/// Checks whether the administrator may apply `action` to `target`. Errors: a missing right or a conflicting state.
pub fn authorize(actor: &AdminActor, target: &User, action: AccountAction) -> Result<(), UserError> {
    use AccountAction::{
        Approve, Delete, IssueCodes, MakeAdmin, RemoveAdmin, RemoveSecondFactor, ResetPassword, Unlock, UpdateClearance,
    };

    if target.id.is_emergency_access() {
        return Err(UserError::ProtectedAccount);
    }
    if target.id == actor.user_id
        && matches!(action, MakeAdmin | RemoveAdmin | ResetPassword | IssueCodes | RemoveSecondFactor | Delete)
    {
        return Err(UserError::SelfForbidden);
    }
    // Before approval, the level is only requested.
    if target.is_approved && !actor.is_cleared_for(target.clearance_level) {
        return Err(UserError::InsufficientClearance { required: target.clearance_level });
    }
    if let Approve(level) | UpdateClearance(level) = action
        && !actor.is_cleared_for(level)
    {
        return Err(UserError::InsufficientClearance { required: level });
    }
    match action {
        Approve(_) if target.is_approved => Err(UserError::AlreadyApproved),
        Approve(_) if target.is_admin => Err(UserError::AdminClaim),
        MakeAdmin | UpdateClearance(_) | ResetPassword | IssueCodes | RemoveSecondFactor if !target.is_approved => {
            Err(UserError::NotApproved)
        }
        MakeAdmin if target.is_admin => Err(UserError::AlreadyAdmin),
        RemoveAdmin if !target.is_admin => Err(UserError::NotAdmin),
        RemoveSecondFactor if !target.two_factor_enabled => Err(UserError::SecondFactorOff),
        Approve(_) | MakeAdmin | RemoveAdmin | UpdateClearance(_) | Unlock | ResetPassword | IssueCodes
        | RemoveSecondFactor | Delete => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::user::Username;
    use facility_kernel::testing::{TEST_NOW, admin, emergency_access, numbered};
    use facility_kernel::{AccessKey, DomainError, UserId};
    use std::fmt::Write as _;

    fn target(name: &str) -> User {
        let username = Username::parse("target").unwrap();
        let id = UserId::Account(numbered(2));
        let pending = User::register(id, &username, AccessKey::Security, TEST_NOW);
        match name {
            "pending" => pending,
            "pending with claim" => User { is_admin: true, ..pending },
            "approved" => User { is_approved: true, ..pending },
            "with second factor" => User { is_approved: true, two_factor_enabled: true, ..pending },
            "administrator" => User { is_approved: true, is_admin: true, ..pending },
            "pending for level 5" => User { clearance_level: Clearance::MAX, ..pending },
            "level 5" => User { is_approved: true, clearance_level: Clearance::MAX, ..pending },
            "administrator of level 5" => {
                User { is_approved: true, is_admin: true, clearance_level: Clearance::MAX, ..pending }
            }
            "self" => User { id: UserId::Account(numbered(1)), is_approved: true, is_admin: true, ..pending },
            _ => User::emergency_access(TEST_NOW),
        }
    }

    /// The complete matrix, one case per line, so that a changed rule shows every case that it affects.
    #[test]
    fn the_matrix_of_rights_over_accounts() {
        let three = Clearance::parse(3).unwrap();
        let actions = [
            ("approve at 3", AccountAction::Approve(three)),
            ("approve at 5", AccountAction::Approve(Clearance::MAX)),
            ("make admin", AccountAction::MakeAdmin),
            ("remove admin", AccountAction::RemoveAdmin),
            ("set level 3", AccountAction::UpdateClearance(three)),
            ("set level 5", AccountAction::UpdateClearance(Clearance::MAX)),
            ("unlock", AccountAction::Unlock),
            ("reset password", AccountAction::ResetPassword),
            ("issue codes", AccountAction::IssueCodes),
            ("remove factor", AccountAction::RemoveSecondFactor),
            ("delete", AccountAction::Delete),
        ];
        let actors = [
            ("admin of level 4", admin(1, 4)),
            ("admin of level 5", admin(1, 5)),
            ("emergency access", emergency_access()),
        ];
        let mut matrix = String::new();
        for (who, actor) in &actors {
            for state in [
                "pending",
                "pending with claim",
                "pending for level 5",
                "approved",
                "with second factor",
                "administrator",
                "level 5",
                "administrator of level 5",
                "self",
                "emergency-access",
            ] {
                for (what, action) in actions {
                    let result = authorize(actor, &target(state), action).map_or_else(|e| e.code(), |()| "ok");
                    writeln!(matrix, "{who:17} | {state:24} | {what:14} | {result}").unwrap();
                }
            }
        }
        insta::assert_snapshot!(matrix);
    }
}
