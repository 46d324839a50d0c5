import { readAnnouncement, type Announcement } from './live';

/** Why the server hung up, where that is more than a broken line. */
export type Farewell = 'session' | 'lockdown' | 'refused';

export interface LinkEvents {
  readonly onUp: () => void;
  readonly onDown: () => void;
  readonly onNews: (news: Announcement) => void;
  /** `refused` is an attempt that never came through: the line is down, or one may not. */
  readonly onFarewell: (why: Farewell) => void;
}

export interface Link {
  /** Tries at once instead of waiting for the next turn; does nothing while the line is up. */
  readonly retry: () => void;
  readonly close: () => void;
}

/** The wait before the line is taken up again, in milliseconds. */
export const reconnectAfter = 3000;

/** The longest wait while the line does not come up at all. */
const longestWait = 30_000;

/** The wait after the server complained about us (1008), in milliseconds: coming back at once would be more of it. */
const penance = 60_000;

/** Up to so much is added by chance, so that not everybody comes back in the same moment. */
const spread = 1000;

const policyViolation = 1008;
const farewells: ReadonlyMap<number, Farewell> = new Map([
  [4401, 'session'],
  [4423, 'lockdown'],
]);

/** How long to wait after a close; `failures` counts the attempts in a row that never came through. */
export function waitAfter(code: number, failures: number): number {
  if (code === policyViolation) return penance;
  return Math.min(longestWait, reconnectAfter * 2 ** Math.max(0, failures - 1));
}

function address(): string {
  const url = new URL('/auto-refresh-ws', window.location.origin);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** Keeps one line for news open until it is closed here. */
export function openLink(events: LinkEvents): Link {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let closed = false;

  const connect = () => {
    clearTimeout(timer);
    timer = undefined;
    const line = new WebSocket(address());
    let up = false;
    socket = line;
    line.onopen = () => {
      up = true;
      failures = 0;
      events.onUp();
    };
    line.onmessage = (message: MessageEvent<unknown>) => {
      const news = readAnnouncement(message.data);
      if (news) events.onNews(news);
    };
    line.onclose = ({ code }) => {
      socket = null;
      if (!up) failures += 1;
      // First the clock: what is told here may close the link for good.
      timer = setTimeout(connect, waitAfter(code, failures) + Math.random() * spread);
      events.onDown();
      const why = farewells.get(code) ?? (up ? undefined : 'refused');
      if (why !== undefined) events.onFarewell(why);
    };
  };

  connect();
  return {
    retry: () => {
      if (socket === null && !closed) connect();
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      if (socket === null) return;
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    },
  };
}
