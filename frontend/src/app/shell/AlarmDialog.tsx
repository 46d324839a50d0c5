import { lazyPart } from '@/components/lazyPart';
import { ErrorState } from '@/components/States';
import type { AlarmDialogProps } from './AlarmDialogBox';

const Box = lazyPart<AlarmDialogProps>(
  async () => (await import(/* webpackChunkName: "layers" */ './AlarmDialogBox')).AlarmDialogBox,
  {
    // What it has to say is worth more than its frame.
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

/** The terminal says no, over everything. Announced once, and put away by its one button. */
export function AlarmDialog(props: AlarmDialogProps) {
  return props.open ? <Box {...props} /> : null;
}
