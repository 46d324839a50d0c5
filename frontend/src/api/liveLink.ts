import { readAnnouncement, type Announcement } from './live';

/** Why the server closed the connection, if it was more than a network failure. */
export type CloseReason = 'session' | 'lockdown' | 'refused';

export interface LinkEvents {
  readonly onUp: () => void;
  readonly onDown: () => void;
  readonly onNews: (news: Announcement) => void;
  /**
   * `refused` is an attempt that never opened: the network is down, or the session may not connect. Reported for the
   * first of a series and every tenth, because finding out the reason costs a request.
   */
  readonly onClosed: (why: CloseReason) => void;
}

export interface Link {
  /** Reconnects at once instead of after the delay; does nothing while the connection is open. */
  readonly retry: () => void;
  /** Replaces a connection that the browser considers open but that no longer receives anything. */
  readonly replace: () => void;
  readonly close: () => void;
}

/** Delay before reconnecting, in milliseconds (spec section 9). */
export const reconnectAfter = 3000;

/**
 * Delay in milliseconds after the server closed the connection for a policy violation (1008), so as not to repeat it at
 * once.
 */
const policyViolationDelay = 60_000;

/** Report every tenth of consecutive refused attempts. */
const reportEvery = 10;

const policyViolation = 1008;
const closeReasons: ReadonlyMap<number, CloseReason> = new Map([
  [4401, 'session'],
  [4423, 'lockdown'],
]);

/** Delay before reconnecting after this close code, in milliseconds. */
export function waitAfter(code: number): number {
  return code === policyViolation ? policyViolationDelay : reconnectAfter;
}

function address(): string {
  const url = new URL('/auto-refresh-ws', window.location.origin);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** Stops listening to a connection and closes it. */
function abandon(socket: WebSocket): void {
  socket.onopen = null;
  socket.onmessage = null;
  socket.onclose = null;
  socket.close();
}

/** Keeps one connection for live updates open until it is closed here. */
export function openLink(events: LinkEvents): Link {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let closed = false;

  const connect = () => {
    clearTimeout(timer);
    timer = undefined;
    const connection = new WebSocket(address());
    let up = false;
    socket = connection;
    connection.onopen = () => {
      up = true;
      failures = 0;
      events.onUp();
    };
    connection.onmessage = (message: MessageEvent<unknown>) => {
      const news = readAnnouncement(message.data);
      if (news) events.onNews(news);
    };
    connection.onclose = ({ code }) => {
      socket = null;
      if (!up) failures += 1;
      // The timer comes first, because the callback may close the link for good.
      timer = setTimeout(connect, waitAfter(code));
      events.onDown();
      const refused = !up && failures % reportEvery === 1 ? 'refused' : undefined;
      const why = closeReasons.get(code) ?? refused;
      if (why !== undefined) events.onClosed(why);
    };
  };

  connect();
  return {
    retry: () => {
      if (socket === null && !closed) connect();
    },
    replace: () => {
      if (socket === null || closed) return;
      abandon(socket);
      connect();
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      if (socket !== null) abandon(socket);
    },
  };
}
