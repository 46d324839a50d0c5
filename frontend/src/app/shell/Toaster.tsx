import { useState } from 'react';
import styled from '@emotion/styled';
import { Button } from '@/components/Button';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { EmptyState } from '@/components/States';
import { theme } from '@/theme/theme';
import type { ToasterProps } from './NoticeBoard';

const Corner = styled.div`
  position: fixed;
  right: 16px;
  bottom: 48px;
  z-index: ${theme.layer.toast};
  width: min(420px, calc(100vw - 32px));
  background: ${theme.color.raised};

  ${theme.media.phone} {
    top: calc(${theme.length.masthead} + 8px);
    bottom: auto;
  }
`;

const Board = lazyPart<ToasterProps>(
  async () => (await import(/* webpackChunkName: "layers" */ './NoticeBoard')).NoticeBoard,
  {
    // Its message matters more than its frame.
    Failed: ({ wanted: { toast, onDismiss } }) =>
      toast && (
        <Corner role="alert">
          <EmptyState
            title={toast.title}
            hint={toast.description}
            action={
              <Button size="sm" onClick={() => onDismiss(toast.id)}>
                Close
              </Button>
            }
          />
        </Corner>
      ),
  },
);

/**
 * Shows one message at a time for five seconds, above the status bar or, on a phone, under the masthead. F8 focuses it.
 */
export function Toaster(props: ToasterProps) {
  usePreload(Board);
  const [used, setUsed] = useState(props.toast !== null);
  if (props.toast !== null && !used) setUsed(true);
  return used ? <Board {...props} /> : null;
}
