//! The accounts of the demo. Their passwords are public, so they exist only in installations in a temporary folder.

use facility_kernel::AccessKey;

/// An account of the demo.
pub struct Member {
    /// Username for sign-in.
    pub username: &'static str,
    /// Password for sign-in.
    pub password: &'static str,
    /// Access key for sign-in.
    pub key: AccessKey,
    /// Its level, 1 to 5.
    pub level: u8,
    /// Its role.
    pub role: Role,
}

/// The role of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Reads documents and submits lore.
    Reader,
    /// Also reviews submissions.
    Administrator,
    /// Waits for an administrator's approval.
    Waiting,
}

/// Name and password of the administrator that the first start creates.
pub const FIRST_ADMINISTRATOR: (&str, &str) = ("administrator", "tarn-hollow-keys");
/// The emergency key and the master key.
pub const KEYS: (&str, &str) = ("demo-emergency-key", "demo-master-key");

/// All accounts except the first administrator.
pub const CAST: &[Member] = &[
    member("wim-pastor", "soup-on-thursday", AccessKey::Subject, 1, Role::Reader),
    member("juno-abara", "counted-the-spoons", AccessKey::Innovation, 2, Role::Reader),
    member("tomas-reik", "nine-stairs-down", AccessKey::Security, 3, Role::Reader),
    member("lenore-ashby", "the-lamp-at-skerrow", AccessKey::Taskforce, 4, Role::Reader),
    member("edda-marsh", "under-the-reservoir", AccessKey::Command, 5, Role::Reader),
    member("ottilie-vane", "red-door-ajar", AccessKey::Command, 5, Role::Administrator),
    member("ansel-brook", "second-signature", AccessKey::Developer, 5, Role::Administrator),
    member("bea-lund", "first-day-badge", AccessKey::Subject, 1, Role::Waiting),
    member("cyril-penhallow", "night-porter-keys", AccessKey::Security, 3, Role::Waiting),
    member("maud-tilling", "more-barley-less-salt", AccessKey::Innovation, 2, Role::Waiting),
    member("ivo-stanek", "ferry-at-six", AccessKey::Command, 5, Role::Waiting),
];

const fn member(username: &'static str, password: &'static str, key: AccessKey, level: u8, role: Role) -> Member {
    Member { username, password, key, level, role }
}

/// Returns the accounts as a table for the console.
pub fn table() -> String {
    let (name, password) = FIRST_ADMINISTRATOR;
    let mut text = format!("  {:<17} {:<22} {:<12} LEVEL\n", "ACCOUNT", "PASSWORD", "ACCESS KEY");
    let mut line = |name: &str, password: &str, key: AccessKey, level: u8, note: &str| {
        let line = format!("  {name:<17} {password:<22} {:<12} {level:<6} {note}", key.as_str());
        text.push_str(line.trim_end());
        text.push('\n');
    };
    for member in CAST {
        let note = match member.role {
            Role::Reader => "",
            Role::Administrator => "administrator",
            Role::Waiting => "waiting for approval",
        };
        line(member.username, member.password, member.key, member.level, note);
    }
    line(name, password, AccessKey::Developer, 5, "administrator, created by the first start");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_has_a_reader_of_each_level_and_two_administrators() {
        let of = |role: Role| CAST.iter().filter(move |member| member.role == role);
        let levels: Vec<u8> = of(Role::Reader).map(|member| member.level).collect();
        assert_eq!(levels, [1, 2, 3, 4, 5]);
        assert_eq!((of(Role::Administrator).count(), of(Role::Waiting).count()), (2, 4));
        assert!(CAST.iter().all(|member| table().contains(member.password)));
    }
}
