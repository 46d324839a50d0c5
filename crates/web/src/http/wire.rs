//! Enums that JSON and the API description represent by name.

use facility_kernel::named::Named;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A value that is represented by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wire<T>(pub T);

impl<T> From<T> for Wire<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: Named> Serialize for Wire<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de, T: Named> Deserialize<'de> for Wire<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let value = T::VALUES.iter().find(|value| value.name() == text);
        value.map(|value| Self(*value)).ok_or_else(|| D::Error::unknown_variant(&text, T::NAMES))
    }
}

impl<T: Named> PartialSchema for Wire<T> {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(T::DESCRIPTION.trim()))
            .enum_values(Some(T::NAMES.iter().copied()))
            .into()
    }
}

impl<T: Named> ToSchema for Wire<T> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(T::SCHEMA)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_users::news::NewsKind;

    #[test]
    fn a_value_is_represented_by_its_name_in_json_and_in_the_schema() {
        for kind in NewsKind::ALL {
            let json = serde_json::to_value(Wire(kind)).unwrap();
            assert_eq!(json, kind.as_str());
            assert_eq!(serde_json::from_value::<Wire<NewsKind>>(json).unwrap(), Wire(kind));
        }
        let refused = serde_json::from_str::<Wire<NewsKind>>("\"weather\"").unwrap_err().to_string();
        assert!(refused.starts_with("unknown variant `weather`, expected one of `submission_approved`"), "{refused}");
        let schema = serde_json::to_value(Wire::<NewsKind>::schema()).unwrap();
        assert_eq!(schema["enum"].as_array().unwrap().len(), NewsKind::ALL.len());
        assert_eq!(Wire::<NewsKind>::name(), "NotificationKind");
    }
}
