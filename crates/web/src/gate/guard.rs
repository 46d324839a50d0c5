//! The only way into a handler: checks the caller in a fixed order before any body is read.
//!
//! `Guarded<Admin, Json<T>>` in a handler's arguments declares the checks. Their order is: the origin, the session,
//! the lockdown, the role, the rate limit, and only then the body. A handler that has a `Guarded` has passed all of
//! them.

use crate::gate::caller::Caller;
use crate::gate::read_as;
use crate::gate::session_ends::SessionEnds;
use crate::gate::state::GateState;
use crate::http::error::ApiError;
use crate::http::input::Input;
use crate::http::refused::Refused;
use crate::http::request::Request;
use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::http::header::UPGRADE;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, web};
use facility_kernel::{AdminActor, RequestContext};
use futures_util::future::LocalBoxFuture;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

/// A caller with administrator rights.
#[derive(Clone, Debug)]
pub struct AdminCaller {
    caller: Arc<Caller>,
    /// The caller with proven administrator rights, as services require.
    pub actor: AdminActor,
}

impl Deref for AdminCaller {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}

/// The required role of callers.
pub trait Role: 'static {
    /// What a handler learns about the caller.
    type Caller;
    /// Whether the operation is available during a lockdown to callers with this role.
    const DURING_LOCKDOWN: bool = false;
    /// Whether the operation reads the session at all.
    const USES_SESSION: bool = true;
    /// Whether administrators can read as a user of another level (`?as=`). Operations without this refuse the
    /// parameter.
    const READS_AS: bool = false;
    /// Whether requests never count as the user's activity: they neither extend the session nor report when it ends.
    const IS_PASSIVE: bool = false;
    /// Admits the caller. Errors: the reason for the refusal.
    fn admit(caller: Option<Arc<Caller>>) -> Result<Self::Caller, Refused>;
}

/// Anyone, also during a lockdown. The session is not read, so that polling is cheap and extends no session.
#[derive(Debug)]
pub struct Public;
/// Anyone, signed in or not, also during a lockdown.
#[derive(Debug)]
pub struct Anyone;
/// Anyone, signed in or not, also during a lockdown. The session is read but not extended.
#[derive(Debug)]
pub struct PassiveCaller;
/// Any signed-in user, also during a lockdown.
#[derive(Debug)]
pub struct AnySession;
/// Approved users with a session.
#[derive(Debug)]
pub struct SignedIn;
/// Approved users with a session, on operations that administrators can read as a user of another level (`?as=`). The
/// handler's caller is then that user.
#[derive(Debug)]
pub struct Reader;
/// Administrators, including the emergency-access user.
#[derive(Debug)]
pub struct Admin;

impl Role for Public {
    type Caller = ();
    const DURING_LOCKDOWN: bool = true;
    const USES_SESSION: bool = false;
    fn admit(_caller: Option<Arc<Caller>>) -> Result<Self::Caller, Refused> {
        Ok(())
    }
}

impl Role for Anyone {
    type Caller = Option<Arc<Caller>>;
    const DURING_LOCKDOWN: bool = true;
    fn admit(caller: Option<Arc<Caller>>) -> Result<Self::Caller, Refused> {
        Ok(caller)
    }
}

impl Role for PassiveCaller {
    type Caller = Option<Arc<Caller>>;
    const DURING_LOCKDOWN: bool = true;
    const IS_PASSIVE: bool = true;
    fn admit(caller: Option<Arc<Caller>>) -> Result<Self::Caller, Refused> {
        Ok(caller)
    }
}

impl Role for AnySession {
    type Caller = Arc<Caller>;
    const DURING_LOCKDOWN: bool = true;
    fn admit(caller: Option<Arc<Caller>>) -> Result<Self::Caller, Refused> {
        caller.ok_or(Refused::NotSignedIn)
    }
}

impl Role for SignedIn {
    type Caller = Arc<Caller>;
    fn admit(caller: Option<Arc<Caller>>) -> Result<Self::Caller, Refused> {
        caller.ok_or(Refused::NotSignedIn)
    }
}

impl Role for Reader {
    type Caller = Arc<Caller>;
    const READS_AS: bool = true;
    fn admit(caller: Option<Arc<Caller>>) -> Result<Self::Caller, Refused> {
        caller.ok_or(Refused::NotSignedIn)
    }
}

impl Role for Admin {
    type Caller = AdminCaller;
    #[expect(clippy::disallowed_methods, reason = "the only place that proves administrator rights")]
    fn admit(caller: Option<Arc<Caller>>) -> Result<Self::Caller, Refused> {
        let caller = caller.ok_or(Refused::NotSignedIn)?;
        let actor = AdminActor::of(&caller.actor).ok_or(Refused::AdminOnly)?;
        Ok(AdminCaller { caller, actor })
    }
}

/// A request that passed the guard for role `R`, with its input `I`.
#[derive(Debug)]
pub struct Guarded<R: Role, I> {
    /// The caller.
    pub caller: R::Caller,
    /// The origin and time of the request.
    pub context: RequestContext,
    /// The input.
    pub input: I,
    /// The request.
    pub request: Request,
    role: PhantomData<R>,
}

impl<R: Role, I: Input + 'static> FromRequest for Guarded<R, I> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let mut payload = payload.take();
        Box::pin(async move {
            let gate = request.app_data::<web::Data<GateState>>().cloned().ok_or_else(ApiError::internal)?;
            let context = request.extensions().get::<RequestContext>().cloned().ok_or_else(ApiError::internal)?;
            let is_same_origin = gate.origin.check(request.method(), request.headers());
            let (caller, locked) = if R::USES_SESSION {
                identify(&gate, &request, &context, is_same_origin.is_ok(), R::IS_PASSIVE).await?
            } else {
                (None, false)
            };
            is_same_origin?;
            let passes_lockdown = caller.as_ref().is_none_or(|caller| caller.actor.is_admin);
            if locked && !passes_lockdown && !R::DURING_LOCKDOWN {
                return Err(Refused::Lockdown.into());
            }
            let caller = match caller {
                Some(caller) if R::READS_AS => Some(read_as::apply(&request, caller)?),
                caller => caller,
            };
            let session = caller.as_ref().and_then(|caller| caller.actor.session_id);
            let has_ended = caller.is_none() && gate.cookie.is_sent(&request);
            let caller = R::admit(caller).map_err(|refused| if has_ended { Refused::SessionEnded } else { refused })?;
            if request.method() != Method::GET
                && let Some(session) = session
            {
                gate.limits.write(session)?;
            }
            if R::USES_SESSION && !R::READS_AS {
                read_as::refuse(&request)?;
            }
            let input = I::read(&request, &mut payload).await?;
            Ok(Self { caller, context, input, request: Request(request), role: PhantomData })
        })
    }
}

/// Finds the caller and whether the site is locked. Stores the caller in the request, for the record of refusals and
/// the watch of long responses.
async fn identify(
    gate: &GateState,
    request: &HttpRequest,
    context: &RequestContext,
    is_same_origin: bool,
    is_passive: bool,
) -> Result<(Option<Arc<Caller>>, bool), ApiError> {
    let Some(token) = gate.cookie.read(request) else { return Ok((None, false)) };
    // Background polling and requests from other sites do not extend the session. Nor does opening a socket, because
    // pages reopen sockets automatically.
    let foreground =
        is_same_origin && !is_passive && !context.is_background && !request.headers().contains_key(UPGRADE);
    let Some(found) = gate.sessions.check(&token, foreground, context.now).await? else {
        gate.limits.found_invalid(gate.cookie.presented(request));
        return Ok((None, false));
    };
    gate.limits.found_valid(token.fingerprint());
    tracing::Span::current().record("user", tracing::field::display(found.actor.user_id));
    if is_same_origin && !is_passive {
        request.extensions_mut().insert(SessionEnds(found.ends_at()));
    }
    let locked = found.site.is_locked;
    let caller = Caller { actor: found.actor, user: found.user, site: found.site, session: found.session };
    let caller = Arc::new(caller);
    request.extensions_mut().insert(Arc::clone(&caller));
    Ok((Some(caller), locked))
}
