//! Single connections, for work outside the pool of a running server.

use crate::db::conn::{Access, AnyConn, Target, connect};
use crate::db::error::DbError;
use crate::search;

/// Opens a connection with the SQL functions that this program's statements use.
pub(crate) fn open(target: &Target, access: Access) -> Result<AnyConn, DbError> {
    connect(target, access, search::FUNCTIONS).map_err(|error| DbError::NoConnection(error.to_string()))
}
