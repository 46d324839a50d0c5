//! The key that signs checkpoints of the audit log. It is in the database, encrypted under the secret key, so that all
//! nodes sign with the same one.

use crate::db::Database;
use crate::db::conn::{Access, AnyConn, Target};
use crate::db::error::DbError;
use crate::db::schema::key_check as keys_kept;
use crate::keys::Keys;
use crate::opening;
use crate::sealing::Sealer;
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::entry::Audited;
use facility_audit::note::{CheckpointKey, NoteSigner};
use facility_kernel::{Secret, StoreError};

const ID: &str = "signing_key";

/// The key in the database.
#[derive(Clone)]
pub struct SigningKeyStore {
    db: Database,
    sealer: Sealer,
}

impl SigningKeyStore {
    /// Creates the adapter for this database and these keys.
    pub fn new(db: Database, keys: &Keys) -> Self {
        Self { db, sealer: Sealer::of_signing_key(keys) }
    }

    /// Replaces the key. Every node signs with the new one from then on.
    pub async fn replace(&self, new: Audited<NoteSigner>) -> Result<(), StoreError> {
        let sealed = seal(&self.sealer, new.change())?;
        let change = move |conn: &mut AnyConn, _: &NoteSigner| {
            diesel::update(keys_kept::table.find(ID)).set(keys_kept::value.eq(&sealed)).execute(conn)?;
            Ok(())
        };
        self.db.commit(new, change).await
    }
}

#[async_trait]
impl CheckpointKey for SigningKeyStore {
    async fn current(&self) -> Result<NoteSigner, StoreError> {
        let sealed = self.db.read(stored).await?;
        let sealed = sealed.ok_or_else(|| {
            StoreError::internal("the signing key is missing: start the server, which makes a new one")
        })?;
        open(&self.sealer, &sealed)
    }
}

/// Stores `own` in a migrated database that has no key, and returns the stored key. If several nodes start at the same
/// time, one stores its key and all return it. Blocks.
pub fn claim(target: &Target, keys: &Keys, own: Option<&NoteSigner>) -> Result<Option<NoteSigner>, StoreError> {
    let (mut conn, sealer) = (opening::open(target, Access::Write)?, Sealer::of_signing_key(keys));
    let mut kept = stored(&mut conn)?;
    if let (None, Some(own)) = (&kept, own) {
        let row = (keys_kept::id.eq(ID), keys_kept::value.eq(seal(&sealer, own)?));
        insert_if_absent!(&mut conn, keys_kept::table, row).map_err(DbError::from)?;
        kept = stored(&mut conn)?;
    }
    kept.map(|sealed| open(&sealer, &sealed)).transpose()
}

fn stored(conn: &mut AnyConn) -> Result<Option<String>, DbError> {
    Ok(keys_kept::table.find(ID).select(keys_kept::value).first(conn).optional()?)
}

fn seal(sealer: &Sealer, key: &NoteSigner) -> Result<String, StoreError> {
    sealer.seal_text(ID, &Secret::new(key.expose()))
}

fn open(sealer: &Sealer, sealed: &str) -> Result<NoteSigner, StoreError> {
    let key = sealer.open_text(ID, sealed).and_then(|text| NoteSigner::parse(text.expose()).ok());
    key.ok_or_else(|| {
        StoreError::internal(
            "the signing key cannot be decrypted: its row was altered, or the server has another secret key \
             (docs/OPERATIONS.md, Keys)",
        )
    })
}
