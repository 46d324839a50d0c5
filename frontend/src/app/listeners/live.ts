import { QueryStatus } from '@reduxjs/toolkit/query';
import { afresh } from '@/api/baseApi';
import { api } from '@/api/endpoints';
import { isAboutContent, readTime, tagsOf, topics, type Topic } from '@/api/live';
import { openLink, type CloseReason } from '@/api/liveLink';
import { askWhoIsThere } from '@/api/session';
import { isTextHeld } from '@/lib/unsaved';
import type { AppDispatch } from '@/state/hooks';
import type { RootState } from '@/state/root';
import { linkChanged } from '@/state/uiSlice';

/** Interval at which the time of the last change is polled while the connection is down, in milliseconds. */
export const healthPolling = 30_000;

/**
 * Interval at which it is polled while the connection is up, in milliseconds: a network may drop a connection without
 * telling the browser, which shows as a change that was not announced.
 */
export const heartbeat = 60_000;

/** How long an announcement may arrive after its change, in milliseconds. */
const announcementDelay = 2000;

/** Minimum delay between two refreshes, in milliseconds. Announcements that arrive during it share the next one. */
const pause = 500;

/** Minimum time between two reloads of a hidden page, in milliseconds; in between, only its data is refreshed. */
const reloadPause = 60_000;

/** A window's knowledge of changes, kept while the connection is closed and reopened. */
export interface LiveMemory {
  /** The time of the last known change, in milliseconds since the epoch. */
  seen: number | null;
  /** Whether the connection was open before, so that announcements may have been missed. */
  connected: boolean;
}

type Thunk<Result> = (dispatch: AppDispatch, getState: () => RootState) => Result;

/** Invalidates the tags of announced topics: at once, then with a pause between refreshes. */
function makeRefresher(dispatch: AppDispatch, getState: () => RootState) {
  const due = new Set<Topic>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = (news: readonly Topic[]) => {
    const onTheirWay = news.filter((topic) =>
      api.util
        .selectInvalidatedBy(getState(), tagsOf([topic]))
        .some(({ queryCacheKey }) => getState().api.queries[queryCacheKey]?.status === QueryStatus.pending),
    );
    dispatch(api.util.invalidateTags(tagsOf(news)));
    if (news.includes('users')) void dispatch(askWhoIsThere());
    // A query that was pending when the announcement came may have missed the change, so it is repeated when it has
    // ended.
    for (const topic of onTheirWay) due.add(topic);
  };
  const turn = () => {
    timer = undefined;
    if (due.size === 0) return;
    const news = [...due];
    due.clear();
    ask(news);
    timer = setTimeout(turn, pause);
  };
  return {
    refresh: (news: readonly Topic[]) => {
      for (const topic of news) due.add(topic);
      if (timer === undefined) turn();
      // A lockdown is applied without delay.
      else if (due.delete('settings')) ask(['settings']);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Whether the page may be reloaded: it is hidden, and no text or unfinished action would be lost. */
function mayReload(): boolean {
  return (
    document.visibilityState === 'hidden' &&
    !isTextHeld() &&
    document.querySelector('[role="dialog"], [role="alertdialog"]') === null
  );
}

const reloadedKey = 'facility.reloaded';

/** Reloads, unless that was done recently or cannot be remembered. */
function reloadOnce(reload: () => void): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey) ?? 0) < reloadPause) return false;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    return false;
  }
  reload();
  return true;
}

/**
 * Keeps this window up to date: through the socket while it is open, otherwise by polling. After an interruption
 * everything counts as missed. Returns a function that stops it.
 */
export function startLive(memory: LiveMemory, reload: () => void): Thunk<() => void> {
  return (dispatch, getState) => {
    const { refresh, stop } = makeRefresher(dispatch, getState);
    let clock: ReturnType<typeof setInterval> | undefined;
    let ended = false;

    const arrived = (news: readonly Topic[]) => {
      if (!(isAboutContent(news) && mayReload() && reloadOnce(reload))) refresh(news);
    };
    /** Whether something has changed since the last response; `null` if unknown. */
    const changed = async (): Promise<boolean | null> => {
      const { data } = await dispatch(api.endpoints.getHealth.initiate(undefined, afresh));
      const at = readTime(data?.timestamp);
      if (at === null || ended) return null;
      const before = memory.seen;
      memory.seen = at;
      return before !== null && before !== at;
    };
    const lookForChanges = async () => {
      if (await changed()) arrived(topics);
    };
    const lookAfterBreak = async () => {
      const news = await changed();
      if (ended) return;
      if (news) arrived(topics);
      else refresh(topics);
    };
    const answer: Readonly<Record<CloseReason, () => void>> = {
      session: () => void dispatch(askWhoIsThere()),
      refused: () => void dispatch(askWhoIsThere()),
      lockdown: () => void dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, afresh)),
    };

    const link = openLink({
      onUp: () => {
        clearInterval(clock);
        clock = undefined;
        dispatch(linkChanged('up'));
        void (memory.connected ? lookAfterBreak() : lookForChanges());
        memory.connected = true;
      },
      onDown: () => {
        dispatch(linkChanged('down'));
        clock ??= setInterval(() => void lookForChanges(), healthPolling);
      },
      onNews: (news) => {
        memory.seen = news.at ?? memory.seen;
        arrived(news.topics);
      },
      onClosed: (why) => answer[why](),
    });
    // Later reads are compared with this time.
    if (memory.seen === null) void changed();

    /**
     * A change that was not announced over an open connection means that nothing arrives over it, so it is replaced.
     */
    const beat = async () => {
      const before = memory.seen;
      if (clock !== undefined) return;
      const { data, error } = await dispatch(api.endpoints.getHealth.initiate(undefined, afresh));
      const at = error === undefined ? readTime(data?.timestamp) : null;
      if (at === null || at === before) return;
      await new Promise((resolve) => setTimeout(resolve, announcementDelay));
      if (ended || memory.seen !== before) return;
      memory.seen = at;
      link.replace();
    };
    const beats = setInterval(() => void beat(), heartbeat);

    const onVisible = () => {
      if (document.visibilityState === 'visible') link.retry();
    };
    const onOnline = () => {
      link.retry();
      void dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, afresh));
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', onOnline);
    return () => {
      ended = true;
      link.close();
      stop();
      clearInterval(clock);
      clearInterval(beats);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onOnline);
      dispatch(linkChanged('off'));
    };
  };
}
