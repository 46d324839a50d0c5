//! Opens an installation: its database, its keys, and what else every command needs.

use crate::config::Config;
use crate::data;
use facility_audit::note::NoteSigner;
use facility_audit::trail::{AuditLog as _, AuditTrail};
use facility_files::ports::Blobs;
use facility_infra::anchors::AnchorFile;
use facility_infra::clock::{OsRandomness, UuidIds, server_clock};
use facility_infra::db::Database;
use facility_infra::db::conn::Target;
use facility_infra::events::Feed;
use facility_infra::keys::Keys;
use facility_infra::objects::Objects;
use facility_infra::password::Argon2Hasher;
use facility_infra::storage::audit::log::AuditLogStore;
use facility_infra::storage::audit::signing_key;
use facility_infra::storage::audit::signing_key::SigningKeyStore;
use facility_infra::storage::kernel::key_check::{self, Installation};
use facility_kernel::{Clock, IdGenerator, RequestContext, StoreError};
use facility_users::password::PasswordPolicy;
use facility_users::ports::{PasswordHasher, UserRepository as _};
use facility_users::services::operator::Operator;
use facility_users::services::site_control::SiteControl;
use facility_web::live::hub::Hub;
use std::error::Error;
use std::sync::Arc;

/// Name of the anchor file in the data folder.
const ANCHOR_FILE: &str = "audit-anchors.ndjson";

/// The parts that every command needs: the database, the keys, and the sources of time and ids.
pub struct Foundation {
    /// The migrated database.
    pub db: Database,
    /// The keys of this server.
    pub keys: Keys,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The id generator.
    pub ids: Arc<dyn IdGenerator>,
    /// Hashes passwords.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Requirements for passwords.
    pub policy: PasswordPolicy,
}

/// Returns the database of an existing installation and its keys. Blocks, and changes nothing. Errors: there is no
/// installation, or its secret key is missing or not the configured one.
pub fn existing(config: &Config) -> Result<(Target, Keys), Box<dyn Error>> {
    find(config)?.ok_or_else(|| format!("there is no installation: {}", config.database_place()).into())
}

/// As [`existing`], but returns `None` if there is no installation.
pub fn find(config: &Config) -> Result<Option<(Target, Keys)>, Box<dyn Error>> {
    data::refuse_interrupted(config)?;
    let target = data::target(config)?;
    let Some(installation) = Installation::find(&target)? else { return Ok(None) };
    let keys = data::keys(config)?.ok_or_else(|| data::missing_key(config))?;
    if !installation.belongs_to(&keys) {
        return Err(OTHER_KEY.into());
    }
    Ok(Some((target, keys)))
}

const OTHER_KEY: &str = "this database belongs to another secret key, without which no password, code or audit \
     seal fits: restore that key (docs/OPERATIONS.md, Keys)";

/// Returns the anchor file in the data folder.
pub fn anchors(config: &Config) -> AnchorFile {
    AnchorFile::new(config.data_dir.join(ANCHOR_FILE))
}

impl Foundation {
    /// Opens an existing installation and migrates its database. Blocks. Errors: those of [`existing`], and those of
    /// opening the database.
    pub fn of_installation(config: &Config) -> Result<Self, Box<dyn Error>> {
        let (target, keys) = existing(config)?;
        Self::open(config, &target, keys, data::given_signing_key(config)?.as_ref())
    }

    /// As [`Self::of_installation`], but creates the installation if there is none, with new keys unless they are
    /// configured.
    pub fn of_new_or_existing(config: &Config) -> Result<Self, Box<dyn Error>> {
        let signing_key = || match data::given_signing_key(config)? {
            Some(key) => Ok(key),
            None => data::new_signing_key(config),
        };
        if let Some((target, keys)) = find(config)? {
            return Self::open(config, &target, keys, Some(&signing_key()?));
        }
        data::prepare(config)?;
        if data::keys(config)?.is_none() {
            data::make_keys(config)?;
        }
        let keys = data::keys(config)?.ok_or_else(|| data::missing_key(config))?;
        Self::open(config, &data::target(config)?, keys, Some(&signing_key()?))
    }

    /// Opens the database, and stores this signing key in it if it has none.
    fn open(
        config: &Config,
        target: &Target,
        keys: Keys,
        signing_key: Option<&NoteSigner>,
    ) -> Result<Self, Box<dyn Error>> {
        data::prepare(config)?;
        let db = Database::open(target, keys.audit_chain())?;
        // Another server may have created the installation in the meantime, with another key.
        if !key_check::claim(target, &keys)? {
            return Err(OTHER_KEY.into());
        }
        let stored = signing_key::claim(target, &keys, signing_key)?;
        if let (Some(stored), Some(own)) = (stored, data::given_signing_key(config)?)
            && own.verifier() != stored.verifier()
        {
            return Err(data::other_signing_key(config, &own, &stored).into());
        }
        let ids: Arc<dyn IdGenerator> = Arc::new(UuidIds::default());
        Ok(Self {
            db,
            hasher: Arc::new(Argon2Hasher::new(keys.pepper())?),
            keys,
            clock: server_clock()?,
            ids,
            policy: PasswordPolicy { min_chars: config.min_password_length },
        })
    }

    /// Returns the service for the operator's commands.
    pub fn operator(&self) -> Operator {
        Operator {
            users: Arc::new(self.db.clone()),
            hasher: Arc::clone(&self.hasher),
            random: Arc::new(OsRandomness),
            ids: Arc::clone(&self.ids),
            policy: self.policy,
        }
    }

    /// Returns the service for the site settings.
    pub fn site_control(&self) -> SiteControl {
        SiteControl { site: Arc::new(self.db.clone()), users: Arc::new(self.db.clone()), ids: Arc::clone(&self.ids) }
    }

    /// Opens the object store. Errors: it is not usable.
    pub fn blobs(config: &Config) -> Result<Arc<dyn Blobs>, Box<dyn Error>> {
        let store = Objects::open(&config.object_store_url, &config.aws)
            .map_err(|error| format!("configuration: object_store_url: {error}"))?;
        Ok(Arc::new(store))
    }

    /// Returns the audit log.
    pub fn trail(&self, config: &Config) -> AuditTrail {
        let log = Arc::new(AuditLogStore::new(self.db.clone()));
        let anchors = Arc::new(anchors(config));
        let signer = Arc::new(self.signing_key());
        AuditTrail::new(log, anchors, self.keys.audit_chain(), signer, Arc::clone(&self.ids))
    }

    /// Returns the store of the key that signs checkpoints.
    pub fn signing_key(&self) -> SigningKeyStore {
        SigningKeyStore::new(self.db.clone(), &self.keys)
    }

    /// Returns whether the database has neither accounts nor audit entries, so it was never used.
    pub async fn is_unused(&self) -> Result<bool, StoreError> {
        let log = AuditLogStore::new(self.db.clone());
        Ok(log.last().await?.is_none() && self.db.is_empty().await?)
    }

    /// Forwards the announcements of all nodes to the sockets of this process, until the runtime ends.
    pub async fn forward_events(&self, config: &Config, hub: Hub) -> Result<(), Box<dyn Error>> {
        let feed = Feed::open(self.db.clone(), &data::target(config)?, Arc::clone(&self.clock)).await?;
        tokio::spawn(feed.run(move |events| hub.queue(events)));
        Ok(())
    }

    /// Returns a context for actions of the command line or of the server itself.
    pub fn context(&self) -> RequestContext {
        RequestContext {
            request_id: self.ids.next().to_string(),
            ip_address: None,
            user_agent: None,
            now: self.clock.now(),
            is_background: false,
        }
    }
}
