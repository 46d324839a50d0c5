import type { DownloadState } from '@/lib/download';
import { formatBytes } from '@/lib/text';
import { Button } from './Button';
import { FormError } from './Form';
import { Row } from './Layout';
import { ProgressBar } from './ProgressBar';
import { Text } from './Text';

interface DownloadLineProps {
  readonly state: DownloadState;
  /** What is downloaded, for the progress bar. */
  readonly label: string;
  readonly onCancel: () => void;
}

/**
 * What the server is doing for a download, its progress, or why it failed. Nothing while there is none. Without a known size
 * it says what has arrived.
 */
export function DownloadLine({ state, label, onCancel }: DownloadLineProps) {
  if (state.is === 'idle') return null;
  if (state.is === 'failed') return <FormError message={state.message} />;
  const total = state.is === 'downloading' ? state.total : null;
  return (
    <Row data-wide>
      <Text size="dense" tone="muted" role="status">
        {state.is === 'preparing' ? 'Preparing the archive' : `Downloading, ${formatBytes(state.received)}`}
      </Text>
      {state.is === 'downloading' && total !== null && (
        <ProgressBar label={label} value={state.received / total} />
      )}
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </Row>
  );
}
