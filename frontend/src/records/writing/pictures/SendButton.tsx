import type { ComponentProps } from 'react';
import { Button } from '@/components/Button';
import type { PictureUploads } from './usePictureUploads';

interface SendButtonProps extends Omit<ComponentProps<typeof Button>, 'type' | 'why'> {
  readonly pictures: PictureUploads;
}

/** Sends a form. Its label shows when it waits for uploads. */
export function SendButton({ pictures: { waitingFor }, busy, children, ...button }: SendButtonProps) {
  const isWaiting = waitingFor > 0;
  return (
    <Button
      {...button}
      type="submit"
      busy={busy === true && !isWaiting}
      why={isWaiting ? 'It is sent when the uploads are complete.' : null}
    >
      {isWaiting ? `Uploading ${waitingFor}` : children}
    </Button>
  );
}
