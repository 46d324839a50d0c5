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

/** What the server is doing for a download, its progress, or why it failed. Nothing while there is none. */
export function DownloadLine({ state, label, onCancel }: DownloadLineProps) {
  if (state.is === 'idle') return null;
  if (state.is === 'failed') return <FormError message={state.message} />;
  const share = state.is === 'downloading' && state.total !== null ? state.received / state.total : 0;
  return (
    <Row data-wide>
      <Text size="dense" tone="muted" role="status">
        {state.is === 'preparing' ? 'Preparing the archive' : `Downloading, ${formatBytes(state.received)}`}
      </Text>
      <ProgressBar label={label} value={share} />
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </Row>
  );
}
