//! The first steps on the home board, in API responses.

use crate::http::wire::Wire;
use facility_oversight::first_steps::{FirstStep, ListedStep};
use serde::Serialize;
use utoipa::ToSchema;

/// A first step. The first three are for users, the others for administrators.
pub type FirstStepDto = Wire<FirstStep>;

/// A first step on the home board.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = BoardFirstStep)]
#[serde(rename_all = "camelCase")]
pub struct BoardFirstStepDto {
    /// The step.
    pub step: FirstStepDto,
    /// Whether it is done.
    pub done: bool,
}

impl From<ListedStep> for BoardFirstStepDto {
    fn from(ListedStep { step, done }: ListedStep) -> Self {
        Self { step: step.into(), done }
    }
}
