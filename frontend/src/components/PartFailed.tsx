import { useEffect, useId, useRef } from 'react';
import styled from '@emotion/styled';
import { claimReload, type LoadFailure } from '@/lib/release';
import { isTextHeld } from '@/lib/unsaved';
import { Button } from './Button';
import { dialogBoxStyle, dialogFootStyle, dialogTitleStyle } from './dialog/dialogStyle';
import type { PartFailure } from './lazyPart';
import { DeniedState, ErrorState } from './States';

function reload() {
  window.location.reload();
}

function remedy(failure: LoadFailure, onRetry: () => void) {
  if (failure === 'line')
    return { message: 'The connection to the facility is down.', label: 'Retry', act: onRetry };
  const kept = isTextHeld() ? ' Copy any unsent text first.' : '';
  return {
    message: `A new release of the terminal has been installed. Reload to continue.${kept}`,
    label: 'Reload',
    act: reload,
  };
}

export function PartFailed({ failure, onRetry }: PartFailure<object>) {
  const { message, label, act } = remedy(failure, onRetry);
  return <ErrorState title="Failed to load this part" message={message} onRetry={act} retryLabel={label} />;
}

interface ScreenFailedProps extends Omit<PartFailure<object>, 'wanted'> {
  /** Name of the screen: each is reloaded only once. */
  readonly screen: string;
}

/** Replaces a failed screen. It holds no unsaved text, so a new release is loaded at once. */
export function ScreenFailed({ screen, failure, onRetry }: ScreenFailedProps) {
  const { message, label, act } = remedy(failure, onRetry);
  useEffect(() => {
    if (failure === 'release' && claimReload(screen)) reload();
  }, [failure, screen]);
  return (
    <DeniedState
      title="SCREEN NOT LOADED"
      subtitle={failure === 'line' ? 'NO ANSWER FROM THE FACILITY' : 'NEW RELEASE INSTALLED'}
      message={message}
      action={
        <Button variant="primary" onClick={act}>
          {label}
        </Button>
      }
    />
  );
}

const Box = styled.div(dialogBoxStyle);
const Title = styled.h2(dialogTitleStyle);
const Foot = styled.div(dialogFootStyle);

interface LayerFailedProps extends Omit<PartFailure<object>, 'wanted'> {
  readonly onClose: () => void;
}

/** Replaces a failed dialog. The page behind it stays usable. */
export function LayerFailed({ failure, onRetry, onClose }: LayerFailedProps) {
  const id = useId();
  const close = useRef<HTMLButtonElement>(null);
  const { message, label, act } = remedy(failure, onRetry);
  useEffect(() => {
    close.current?.focus();
  }, []);
  return (
    <Box role="alertdialog" aria-labelledby={id} aria-describedby={`${id}-why`}>
      <Title id={id}>Failed to load this part</Title>
      <p id={`${id}-why`}>{message}</p>
      <Foot>
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
        <Button variant="primary" onClick={act}>
          {label}
        </Button>
      </Foot>
    </Box>
  );
}

interface Openable {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Replaces a dialog that is controlled by an `open` property; renders nothing while it is closed. */
export function DialogFailed({ failure, onRetry, wanted }: PartFailure<Openable>) {
  return wanted.open ? (
    <LayerFailed failure={failure} onRetry={onRetry} onClose={() => wanted.onOpenChange(false)} />
  ) : null;
}
