import type { CDPSession } from '@playwright/test';

/** A trace event of the browser; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time, excluding the time of other threads. */
  readonly tdur?: number;
}

/** The work of the main thread in one frame, in milliseconds of processor time. */
export interface FrameWork {
  /** All work: scripts, styles, layout and the recording of paint operations. */
  readonly busy: number;
  /** The part of `busy` for styles and layout. */
  readonly layout: number;
}

const task = 'RunTask';
const frame = 'FireAnimationFrame';
const layout: ReadonlySet<string> = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint']);

function spent(event: TraceEvent): number {
  return (event.tdur ?? event.dur ?? 0) / 1000;
}

/** The work of each frame: from one animation frame of the main thread to the next. */
export function workOfFrames(events: readonly TraceEvent[]): readonly FrameWork[] {
  const ticks = events.filter((event) => event.name === frame);
  const { pid, tid } = ticks[0] ?? { pid: 0, tid: 0 };
  const own = events.filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid);
  const starts = ticks
    .filter((event) => event.pid === pid && event.tid === tid)
    .map((event) => event.ts)
    .sort((left, right) => left - right);
  const work = starts.map(() => ({ busy: 0, layout: 0 }));
  let at = -1;
  for (const event of own.sort((left, right) => left.ts - right.ts)) {
    // A task begins before the animation frame callback that it contains.
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) < event.ts + (event.dur ?? 0)) at += 1;
    const found = work[at];
    if (found === undefined) continue;
    if (event.name === task) found.busy += spent(event);
    else if (layout.has(event.name)) found.layout += spent(event);
  }
  return work.slice(1, -1);
}

export async function recordTrace(
  session: CDPSession,
  action: () => Promise<void>,
): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const done = new Promise<void>((resolve) => {
    session.once('Tracing.tracingComplete', () => {
      resolve();
    });
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  });
  await action();
  await session.send('Tracing.end');
  await done;
  return events;
}
