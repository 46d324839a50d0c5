import {
  useEffect,
  useSyncExternalStore,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { nextTask } from '@/lib/nextTask';
import { whyNotLoaded, type LoadFailure } from '@/lib/release';
import { whenIdle } from '@/lib/whenIdle';

/** What is shown where a part could not be loaded. */
export interface PartFailure<Props> {
  readonly failure: LoadFailure;
  readonly onRetry: () => void;
  /** What the part was given. */
  readonly wanted: Props;
}

interface PartOptions<Props> {
  /** What stands in its place until it is there; a function is given what the part will be. */
  readonly waiting?: ReactNode | ((props: Props) => ReactNode);
  readonly Failed: ComponentType<PartFailure<Props>>;
}

/** A component whose code is fetched when it is first wanted, or before. */
export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Fetches the code; never rejects. What could not be had is asked for again when the part is shown. */
  readonly preload: () => Promise<void>;
};

type State<Props> =
  | { readonly is: 'waiting' }
  | { readonly is: 'ready'; readonly Ready: ComponentType<Props> }
  | { readonly is: 'failed'; readonly failure: LoadFailure };

/**
 * Like `React.lazy`, but a part that is there already shows at once, one that came late is not held back, and one that
 * did not come says so and can be asked for again, without touching what stands around it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, Failed }: PartOptions<Props>,
): LazyPart<Props> {
  let state: State<Props> = { is: 'waiting' };
  let underWay: Promise<void> | undefined;
  const shown = new Set<() => void>();

  const setState = (next: State<Props>) => {
    state = next;
    for (const tell of shown) tell();
  };
  const fetchOnce = async () => {
    try {
      const Ready = await load();
      // The code has just been evaluated, which may have taken a whole task already.
      await nextTask();
      setState({ is: 'ready', Ready });
    } catch {
      // Nothing waits for it: the next request for it fetches it again.
      if (shown.size > 0) {
        setState({ is: 'failed', failure: await whyNotLoaded() });
        window.addEventListener('online', retryFailed, { once: true });
      }
    } finally {
      underWay = undefined;
    }
  };
  const preload = () => (state.is === 'ready' ? Promise.resolve() : (underWay ??= fetchOnce()));
  const subscribe = (tell: () => void) => {
    shown.add(tell);
    return () => {
      shown.delete(tell);
      if (shown.size === 0 && state.is === 'failed') state = { is: 'waiting' };
    };
  };
  const retry = () => {
    setState({ is: 'waiting' });
    void preload();
  };
  const retryFailed = () => {
    if (state.is === 'failed') retry();
  };

  function Part(props: Props) {
    const now = useSyncExternalStore(subscribe, () => state);
    useEffect(() => {
      void preload();
    }, []);
    if (now.is === 'ready') return <now.Ready {...props} />;
    if (now.is === 'failed') return <Failed failure={now.failure} onRetry={retry} wanted={props} />;
    return typeof waiting === 'function' ? waiting(props) : waiting;
  }
  return Object.assign(Part, { preload });
}

/** Fetches parts that may be wanted soon, in a quiet moment. */
export function usePreload(...parts: readonly Pick<LazyPart<never>, 'preload'>[]): void {
  useEffect(
    () =>
      whenIdle(() => {
        for (const part of parts) void part.preload();
      }),
    // The parts of a component are always the same ones.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );
}
