import styled from '@emotion/styled';
import * as RadixToast from '@radix-ui/react-toast';
import { Button } from '@/components/Button';
import { withoutDirectionControls } from '@/components/Isolated';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { color, font, layer, length, media } = theme;

/** Toast behavior (spec section 9): milliseconds, pixels, direction and key. */
export const toast = {
  duration: 5000,
  maxWidth: 420,
  swipeThreshold: 50,
  swipeDirection: 'right',
  hotkey: 'F8',
} as const;

export type ToastTone = 'ok' | 'danger' | 'warn' | 'info';

export interface ToastMessage {
  readonly id: number;
  readonly tone: ToastTone;
  readonly title: string;
  readonly description?: string | undefined;
}

/** Above the bars at the bottom right, where the text of a page rarely extends; on a phone under the masthead. */
const Viewport = styled(RadixToast.Viewport)`
  position: fixed;
  right: ${length.gutter};
  bottom: calc(${length.foot} + ${length.gutter});
  z-index: ${layer.toast};
  width: min(${toast.maxWidth}px, calc(100vw - 32px));
  margin: 0;

  ${media.phone} {
    top: calc(${length.masthead} + 8px);
    bottom: auto;
  }
`;

const Box = styled(RadixToast.Root, omitProps('tone'))<{ readonly tone: ToastTone }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 12px;
  align-items: center;
  padding: 8px 12px;
  background: ${color.raised};
  border: 1px solid ${color.edge};
  border-left: 4px solid ${({ tone }) => color[tone]};
  ${theme.motion.slide}

  &[data-swipe='move'] {
    transform: translateX(var(--radix-toast-swipe-move-x));
  }

  &[data-swipe='cancel'] {
    transform: none;
    ${theme.motion.swipeBack}
  }
`;

const Words = styled.div`
  font: ${font.dense};
  overflow-wrap: anywhere;
`;

const Title = styled(RadixToast.Title)`
  font-weight: 600;
  color: ${color.bright};
`;

const Description = styled(RadixToast.Description)`
  color: ${color.text};
`;

export interface ToasterProps {
  /** The current message; a new one replaces it. */
  readonly toast: ToastMessage | null;
  readonly onDismiss: (id: number) => void;
}

/**
 * Shows one message at a time for five seconds, above the bars at the bottom or, on a phone, under the masthead. F8
 * focuses it.
 */
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
            <Title>{withoutDirectionControls(shown.title)}</Title>
            {shown.description !== undefined && (
              <Description>{withoutDirectionControls(shown.description)}</Description>
            )}
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
