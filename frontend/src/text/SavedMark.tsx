import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { Button } from '@/components/Button';
import { tip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatTime } from '@/lib/dates';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import type { SlotHandle } from './useTextSlot';

const { color, font, media } = theme;

interface LampProps {
  readonly idle: boolean;
  readonly bad: boolean;
  readonly waiting: boolean;
}

function colorOf({ idle, bad, waiting }: LampProps): string {
  if (idle) return color.muted;
  if (bad) return color.danger;
  return waiting ? color.warn : color.ok;
}

const Lamp = styled('span', omitProps('idle', 'bad', 'waiting'))<LampProps>`
  display: inline-flex;
  gap: 8px;
  align-items: center;
  /* As wide as its longest words, so that nothing beside it moves. */
  min-width: calc(14ch + 16px);
  font: ${font.dense};
  color: ${({ bad }) => (bad ? color.danger : color.muted)};
  white-space: nowrap;

  &::before {
    content: '';
    width: 8px;
    height: 8px;
    background: ${colorOf};
  }

  /* No wider than the time of the last saving. */
  > button {
    margin-left: -4px;
    padding-inline: 0;
    border-inline: 0;
    letter-spacing: 0;
  }

  ${media.phone} {
    min-width: 0;

    > time {
      display: none;
    }

    > button {
      margin-block: -10px;
    }
  }
`;

interface SavedLampProps {
  /** There is nothing to save. */
  readonly idle?: boolean;
  /** The text is not saved. */
  readonly bad?: boolean;
  /** It is being saved. */
  readonly waiting?: boolean;
  /** Why it is not saved; announced. */
  readonly why?: string | undefined;
  readonly children: ReactNode;
}

/** A lamp and a word for whether the text is saved. Only failures are announced, not every change while typing. */
function SavedLamp({ idle = false, bad = false, waiting = false, why, children }: SavedLampProps) {
  return (
    <Lamp idle={idle} bad={bad} waiting={waiting} {...tip(why)}>
      {children}
      <VisuallyHidden role="status">{bad ? `Not saved. ${why ?? ''}` : ''}</VisuallyHidden>
    </Lamp>
  );
}

/** Whether the server has what is written, and when it was saved. */
export function SavedMark<Text>({ state, slot }: SlotHandle<Text>) {
  switch (state.is) {
    case 'empty':
      return <SavedLamp idle>Nothing to save yet</SavedLamp>;
    case 'saving':
      return <SavedLamp waiting>SAVING</SavedLamp>;
    case 'saved':
      return <SavedLamp>Saved{state.at !== null && <time> {formatTime(state.at)}</time>}</SavedLamp>;
    case 'changed':
      return <SavedLamp bad>NOT SAVED</SavedLamp>;
    case 'failed':
      return (
        <SavedLamp bad why={state.message}>
          NOT SAVED
          <Button size="sm" variant="flat" onClick={() => void slot.flush()}>
            Retry
          </Button>
        </SavedLamp>
      );
  }
}
