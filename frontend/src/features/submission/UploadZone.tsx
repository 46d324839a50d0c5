import { useEffect, useRef, type ReactNode } from 'react';
import { useSiteLocked } from '@/api/selectors';
import { Badge } from '@/components/Badge';
import { Button } from '@/components/Button';
import { Row, Stack } from '@/components/Layout';
import { ProgressBar } from '@/components/ProgressBar';
import { Text } from '@/components/Text';
import { formatBytes } from '@/lib/text';
import { isPlainText, uploadLimits } from '@/lib/uploads';
import { DropZone } from './DropZone.style';
import type { Attachment, AttachmentControl } from './useAttachment';

/** Where a file is attached. While the site is locked no file can be chosen; one that is attached stays. */
export function UploadZone({ attachment, attach, remove }: AttachmentControl) {
  const locked = useSiteLocked();
  const zone = useFocusKept(attachment.state);
  return (
    <Stack gap="xs" ref={zone}>
      <Text as="p" tone="muted" size="dense" upper>
        Attachment
      </Text>
      <DropZone
        label="Choose a file"
        accept={uploadLimits.extensions}
        disabled={locked}
        busy={inPlaceOfChoosing(attachment, remove)}
        onFile={(file) => void attach(file)}
      >
        <div role="status">
          {locked && (
            <Text as="p" tone="warn" strong>
              UPLOAD LOCKED - MAINTENANCE MODE
            </Text>
          )}
          {!(locked && attachment.state === 'none') && <Progress attachment={attachment} />}
        </div>
      </DropZone>
      {attachment.state === 'failed' && (
        <div>
          <Button size="sm" onClick={remove}>
            Dismiss
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** What replaces the choosing button; `undefined` while there is nothing to cancel or remove. */
function inPlaceOfChoosing(attachment: Attachment, remove: () => void): ReactNode {
  if (attachment.state === 'sending') {
    return (
      <Stack gap="md">
        <Text strong tone="bright">
          {attachment.name}
        </Text>
        <ProgressBar label={`Uploading ${attachment.name}`} value={attachment.progress} />
        <div>
          <Button size="sm" onClick={remove}>
            Cancel upload
          </Button>
        </div>
      </Stack>
    );
  }
  if (attachment.state === 'attached') {
    return (
      <Row gap="md">
        <Badge tone="ok">Attached</Badge>
        <Text strong tone="bright">
          {attachment.name}
        </Text>
        <Button size="sm" onClick={remove}>
          Remove
        </Button>
      </Row>
    );
  }
  return undefined;
}

function Progress({ attachment }: { readonly attachment: Attachment }) {
  switch (attachment.state) {
    case 'sending':
      return (
        <Text tone="muted" size="dense">
          Uploading, {formatBytes(attachment.size)}
        </Text>
      );
    case 'attached':
      return (
        <Text tone="muted" size="dense">
          {isPlainText(attachment.name)
            ? 'Attached. It is sent with the submission.'
            : 'Attached. It is sent with the submission. Summarize it in Content: readers search and see that text first.'}
        </Text>
      );
    case 'failed':
      return (
        <Text tone="danger" size="dense">
          <b>ERR</b> {attachment.name}: {attachment.message}
        </Text>
      );
    case 'none':
      return (
        <Text tone="muted" size="dense">
          Or drop one here. Supported: {uploadLimits.shown}, one file of up to 10 MB.
        </Text>
      );
  }
}

/** Moves the focus from a button that is gone to its replacement. */
function useFocusKept(state: Attachment['state']) {
  const zone = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body)
      zone.current?.querySelector<HTMLElement>('button, input')?.focus();
  }, [state]);
  return zone;
}
