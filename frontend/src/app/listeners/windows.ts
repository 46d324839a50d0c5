import { askWhoIsThere, handleWindowMessage, type WindowMessage } from '@/api/session';
import { sessionEndNoted } from '@/api/sessionEnd';
import type { AppDispatch } from '@/state/hooks';
import type { RootState } from '@/state/root';

const channelName = 'facility.session';

/** A message between the windows of one browser, which share the session cookie. */
interface Message extends WindowMessage {
  /** When the session of that user ends, in milliseconds; `null` while unknown. */
  readonly endsAt: number | null;
}

function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' &&
    value !== null &&
    'person' in value &&
    (value.person === null || typeof value.person === 'string') &&
    'endsAt' in value &&
    (value.endsAt === null || typeof value.endsAt === 'number') &&
    'ending' in value &&
    (value.ending === null || value.ending === 'ended' || value.ending === 'signed-out')
  );
}

/** Keeps the windows of this browser consistent about who is signed in. */
export interface Windows {
  readonly tell: () => void;
  readonly close: () => void;
}

/**
 * Reports the user of this window to the others, and follows theirs: their messages are verified with the server before
 * anything is shown. A window that was hidden asks when it becomes visible, because a browser may not have delivered
 * the messages.
 */
export function openWindows() {
  return (dispatch: AppDispatch, getState: () => RootState): Windows => {
    const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
    const heard = ({ data }: MessageEvent<unknown>) => {
      if (!isMessage(data)) return;
      const { user } = getState().session;
      if (user !== null && user.id === data.person && data.endsAt !== null)
        dispatch(sessionEndNoted({ at: data.endsAt, foreground: false, now: Date.now() }));
      void dispatch(handleWindowMessage(data));
    };
    channel?.addEventListener('message', heard);

    const shown = () => {
      if (document.visibilityState === 'visible' && getState().session.known === 'yes')
        void dispatch(askWhoIsThere());
    };
    document.addEventListener('visibilitychange', shown);
    window.addEventListener('pageshow', shown);

    return {
      tell: () => {
        const { user, ending, endsAt, known, held } = getState().session;
        if (known !== 'yes' || held) return;
        channel?.postMessage({ person: user?.id ?? null, ending, endsAt } satisfies Message);
      },
      close: () => {
        channel?.close();
        document.removeEventListener('visibilitychange', shown);
        window.removeEventListener('pageshow', shown);
      },
    };
  };
}
