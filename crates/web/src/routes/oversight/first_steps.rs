//! The first steps on the home board in the API.

use facility_submissions::first_steps::{FirstStep, ListedStep};
use serde::Serialize;
use utoipa::ToSchema;

/// A first step: the first three are for users, the others for administrators.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = FirstStep)]
#[serde(rename_all = "snake_case")]
pub enum FirstStepDto {
    /// Reading a record of somebody else.
    Read,
    /// Submitting something.
    Submit,
    /// The workspace. Done when the caller has a draft or a submission.
    Workspace,
    /// The caller's second factor.
    SecondFactor,
    /// Mail. Done when a message was sent, or the caller ticked it.
    Mail,
    /// A backup. Done when the server has seen one of the last 30 days in the folder of scheduled backups, or the caller
    /// ticked it.
    Backup,
    /// Another administrator.
    SecondAdministrator,
    /// A record.
    FirstRecord,
}

mirrors!(
    FirstStep,
    FirstStepDto { Read, Submit, Workspace, SecondFactor, Mail, Backup, SecondAdministrator, FirstRecord }
);

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
