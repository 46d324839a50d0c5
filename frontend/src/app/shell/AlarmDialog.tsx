import { lazyPart } from '@/components/lazyPart';
import { ErrorState } from '@/components/States';
import type { AlarmDialogProps } from './AlarmDialogBox';

const Box = lazyPart<AlarmDialogProps>(
  async () => (await import(/* webpackChunkName: "layers" */ './AlarmDialogBox')).AlarmDialogBox,
  {
    // Its message matters more than its frame.
    Failed: ({ wanted }) => (
      <ErrorState
        title={wanted.title}
        message={wanted.description}
        onRetry={wanted.onClose}
        retryLabel={wanted.closeLabel}
      />
    ),
  },
);

/** A refusal shown over the whole page. It is announced once and closed by its only button. */
export function AlarmDialog(props: AlarmDialogProps) {
  return props.open ? <Box {...props} /> : null;
}
