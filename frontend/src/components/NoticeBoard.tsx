import styled from '@emotion/styled';
import * as RadixToast from '@radix-ui/react-toast';
import { theme } from '@/theme/theme';
import { Button } from './Button';
import { inOrder } from './Isolated';
import { omitProps } from './omitProps';

const { color, font, layer, media } = theme;

export type ToastTone = 'ok' | 'danger' | 'warn' | 'info';

export interface ToastMessage {
  readonly id: number;
  readonly tone: ToastTone;
  readonly title: string;
  readonly description?: string | undefined;
}

/** In the place of the status bar, so that no row of the page is covered. */
const Viewport = styled(RadixToast.Viewport)`
  position: fixed;
  right: 0;
  bottom: 0;
  left: 0;
  z-index: ${layer.toast};
  margin: 0;

  ${media.phone} {
    /* A dialog is a sheet at the foot of the screen there: the notification gives way to it. */
    body:has([role='dialog'], [role='alertdialog']) & {
      top: 0;
      bottom: auto;
    }
  }
`;

const Box = styled(RadixToast.Root, omitProps('tone'))<{ readonly tone: ToastTone }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 12px;
  align-items: center;
  padding: 2px 24px 2px 20px;
  background: ${color.raised};
  border-top: 1px solid ${color.edge};
  border-left: 4px solid ${({ tone }) => color[tone]};
  ${theme.motion.slide}

  &[data-swipe='move'] {
    transform: translateX(var(--radix-toast-swipe-move-x));
  }

  &[data-swipe='cancel'] {
    transform: none;
    ${theme.motion.swipeBack}
  }

  ${media.phone} {
    padding: 2px 16px 2px 12px;
  }
`;

/** One line where there is room for it. */
const Words = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 16px;
  font: ${font.dense};
`;

const Title = styled(RadixToast.Title)`
  font-weight: 600;
  color: ${color.bright};
`;

const Description = styled(RadixToast.Description)`
  color: ${color.text};
`;

export interface ToasterProps {
  /** The one message shown; a new one takes its place. */
  readonly toast: ToastMessage | null;
  readonly onDismiss: (id: number) => void;
}

/** How a toast behaves (spec section 9): milliseconds, pixels, direction and key. */
export const toast = { duration: 5000, swipeThreshold: 50, swipeDirection: 'right', hotkey: 'F8' } as const;

/** Shows one message at a time for five seconds, in place of the status bar. F8 goes to it. */
export function NoticeBoard({ toast: shown, onDismiss }: ToasterProps) {
  return (
    <RadixToast.Provider
      duration={toast.duration}
      swipeDirection={toast.swipeDirection}
      swipeThreshold={toast.swipeThreshold}
      label="Notice"
    >
      {shown && (
        <Box
          key={shown.id}
          tone={shown.tone}
          type="foreground"
          onOpenChange={(open) => {
            if (!open) onDismiss(shown.id);
          }}
        >
          <Words>
            <Title>{inOrder(shown.title)}</Title>
            {shown.description !== undefined && <Description>{inOrder(shown.description)}</Description>}
          </Words>
          <RadixToast.Close asChild>
            <Button size="sm">Close</Button>
          </RadixToast.Close>
        </Box>
      )}
      <Viewport hotkey={[toast.hotkey]} />
    </RadixToast.Provider>
  );
}
