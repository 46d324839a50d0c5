import {
  useEffect,
  useSyncExternalStore,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { nextTask } from '@/lib/nextTask';
import { findLoadFailure, type LoadFailure } from '@/lib/release';
import { whenIdle } from '@/lib/whenIdle';

/** Props of the component that is shown if a part could not be loaded. */
export interface PartFailure<Props> {
  readonly failure: LoadFailure;
  readonly onRetry: () => void;
  readonly wanted: Props;
}

interface PartOptions<Props> {
  /** Shown until the part is loaded; a function receives the props of the part. */
  readonly waiting?: ReactNode | ((props: Props) => ReactNode);
  readonly Failed: ComponentType<PartFailure<Props>>;
}

/** A component whose code is loaded when it is first rendered, or preloaded. */
export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Loads the code; never rejects. After a failure the code is requested again when the part is shown. */
  readonly preload: () => Promise<void>;
};

type State<Props> =
  | { readonly is: 'waiting' }
  | { readonly is: 'ready'; readonly Ready: ComponentType<Props> }
  | { readonly is: 'failed'; readonly failure: LoadFailure };

/**
 * Like `React.lazy`, but a part that is already loaded renders at once, a late one is not held back, and a failed one
 * shows its failure and can be retried, without affecting its surroundings.
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
      // Evaluating the code may have taken a whole task already.
      await nextTask();
      setState({ is: 'ready', Ready });
    } catch {
      // Without a mounted component nothing is reported; the next request loads it again.
      if (shown.size > 0) {
        setState({ is: 'failed', failure: await findLoadFailure() });
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

/** Preloads parts that may be needed soon, when the browser is idle. */
export function usePreload(...parts: readonly Pick<LazyPart<never>, 'preload'>[]): void {
  useEffect(
    () =>
      whenIdle(() => {
        for (const part of parts) void part.preload();
      }),
    // The arguments of a component never change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );
}
