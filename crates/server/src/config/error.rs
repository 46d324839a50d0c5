//! Errors of the configuration.

/// A configuration error, described in one sentence.
#[derive(Debug)]
pub struct ConfigError {
    /// The setting, or the file that cannot be read.
    about: String,
    reason: String,
    /// Where the value was given.
    place: Option<String>,
}

impl std::fmt::Display for ConfigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "configuration: {}: {}", self.about, self.reason)?;
        self.place.as_ref().map_or(Ok(()), |place| write!(f, " ({place})"))
    }
}

impl std::error::Error for ConfigError {}

impl ConfigError {
    /// Adds where the setting was given. `place_of` finds it by the setting's name.
    pub(super) fn located(self, place_of: impl FnOnce(&str) -> Option<String>) -> Self {
        let place = place_of(&self.about);
        Self { place, ..self }
    }
}

pub(super) fn invalid(about: &str, reason: impl std::fmt::Display) -> ConfigError {
    ConfigError { about: about.to_owned(), reason: reason.to_string(), place: None }
}
