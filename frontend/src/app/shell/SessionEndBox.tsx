import { useRef, useState, type ComponentProps } from 'react';
import styled from '@emotion/styled';
import * as AlertDialog from '@radix-ui/react-alert-dialog';
import { Button } from '@/components/Button';
import {
  dialogBackdropStyle,
  dialogBoxStyle,
  dialogFootStyle,
  dialogTitleStyle,
} from '@/components/dialog/dialogStyle';
import { useAnswerDelay } from '@/components/dialog/useAnswerDelay';
import { useFocusReturn } from '@/components/dialog/useFocusReturn';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatCountdown } from '@/lib/dates';
import { theme } from '@/theme/theme';

const { color, font } = theme;

/** Maximum number of seconds for which the warning is shown before the end (WCAG 2.2.1). */
const warnedSeconds = 60;

const Backdrop = styled(AlertDialog.Overlay)(dialogBackdropStyle);
const Box = styled(AlertDialog.Content)(dialogBoxStyle);
const Title = styled(AlertDialog.Title)(dialogTitleStyle);
const Foot = styled.div(dialogFootStyle);

const Clock = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 24px;
  align-items: center;

  > :first-child {
    font: ${font.alarm};
    font-variant-numeric: tabular-nums;
    color: ${color.warn};
  }
`;

const Drain = styled.div`
  height: 4px;
  margin-top: 16px;
  background: ${color.hair};

  > i {
    display: block;
    height: 4px;
    background: ${color.warn};
  }
`;

export interface SessionEndProps {
  readonly open: boolean;
  /** Escape extends the session if that is possible, otherwise it closes the warning. */
  readonly onOpenChange: (open: boolean) => void;
  /** Seconds until the session ends. */
  readonly left: number;
  /** Why it ends: no activity, the maximum duration, or the end of emergency access. */
  readonly cause: 'idle' | 'longest' | 'emergency';
  /** Minutes without activity. */
  readonly minutes: number;
  /** Resolves when the server has responded; if the warning is still shown then, it could not be reached. */
  readonly onExtend: () => Promise<void>;
  readonly onEnd: () => void;
}

/** Content of the box, mounted when the box opens. */
function Content({ children, ...props }: ComponentProps<typeof Box>) {
  return (
    <Box {...props} {...useAnswerDelay()}>
      {children}
    </Box>
  );
}

/** Text for screen readers, half a minute and ten seconds before the end; the clock itself is not announced. */
function spoken(left: number): string {
  if (left > 30) return '';
  return left > 10 ? '30 seconds left.' : '10 seconds left.';
}

const savedText = 'Your text is saved. You will find it here after you sign in again.';

function wordsOf({ cause, minutes }: SessionEndProps): string {
  if (cause === 'emergency') return 'Emergency access cannot be extended.';
  if (cause === 'longest')
    return `The session has reached its maximum length. Sign in again when it ends. ${savedText}`;
  return `No activity for ${minutes} minutes. ${savedText}`;
}

/**
 * Warns before a session ends. The button that extends the session or, without one, closes the warning has the focus.
 */
export function SessionEndBox(props: SessionEndProps) {
  const { open, onOpenChange, left, cause, onExtend, onEnd } = props;
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  const main = useRef<HTMLButtonElement>(null);
  const [extending, setExtending] = useState<'no' | 'under way' | 'failed'>('no');
  const extend = async () => {
    setExtending('under way');
    await onExtend();
    setExtending('failed');
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <Backdrop />
        <Content
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus();
            event.preventDefault();
            main.current?.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onEscapeKeyDown={(event) => {
            if (cause !== 'idle') return;
            event.preventDefault();
            if (extending !== 'under way') void extend();
          }}
        >
          <Title>Session ends soon</Title>
          <Clock>
            <span role="timer" aria-label={cause === 'longest' ? 'Sign in again in' : 'Session ends in'}>
              {formatCountdown(left).replace(/^0/, '')}
            </span>
            <AlertDialog.Description>{wordsOf(props)}</AlertDialog.Description>
          </Clock>
          <Drain aria-hidden="true">
            <i style={{ width: `${Math.min(1, left / warnedSeconds) * 100}%` }} />
          </Drain>
          <VisuallyHidden role="status">
            {extending === 'failed' ? 'No connection. ' : ''}
            {spoken(left)}
          </VisuallyHidden>
          <Foot>
            <Button onClick={onEnd}>{cause === 'emergency' ? 'End now' : 'Log out'}</Button>
            {cause === 'idle' ? (
              <Button
                ref={main}
                variant="primary"
                busy={extending === 'under way'}
                onClick={() => void extend()}
              >
                {extending === 'failed' ? 'No connection' : 'Extend'}
              </Button>
            ) : (
              <Button ref={main} variant="primary" onClick={() => onOpenChange(false)}>
                {cause === 'emergency' ? 'Close' : 'Dismiss'}
              </Button>
            )}
          </Foot>
        </Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
