//! Single connections, for what the pool of a running server is not for.

use crate::db::conn::{Access, AnyConn, Target, connect};
use crate::db::error::DbError;
use crate::search;

/// Opens a connection with everything that statements of this program use.
pub(crate) fn open(target: &Target, access: Access) -> Result<AnyConn, DbError> {
    connect(target, access, search::FUNCTIONS).map_err(|error| DbError::NoConnection(error.to_string()))
}
