import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { Button } from '@/components/Button';
import { Reserved } from '@/components/Layout';
import { tip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatTime } from '@/lib/dates';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import type { SlotHandle } from './useTextSlot';

const { color, font, media } = theme;

interface LampProps {
  readonly bad: boolean;
  readonly waiting: boolean;
}

function colorOf({ bad, waiting }: LampProps): string {
  if (bad) return color.danger;
  return waiting ? color.warn : color.ok;
}

const Lamp = styled('span', omitProps('bad', 'waiting'))<LampProps>`
  display: inline-flex;
  gap: 8px;
  align-items: center;
  /* All its words are as wide as the longest: what stands beside it stays where it is. */
  min-width: calc(14ch + 16px);
  min-height: 40px;
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

  /* After the menu of the page, which stays at the edge while there is nothing to say. */
  ${media.phone} {
    order: 1;
    min-height: 24px;

    > button {
      margin-block: -10px;
    }
  }
`;

interface SavedLampProps {
  /** The text is not saved. */
  readonly bad?: boolean;
  /** It is being saved. */
  readonly waiting?: boolean;
  /** Why it is not saved; announced. */
  readonly why?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A lamp and a word about the saving of what is written. Only a failure is announced: the rest changes with the typing.
 */
function SavedLamp({ bad = false, waiting = false, why, children }: SavedLampProps) {
  return (
    <Lamp bad={bad} waiting={waiting} {...tip(why)}>
      {children}
      <VisuallyHidden role="status">{bad ? `Not saved. ${why ?? ''}` : ''}</VisuallyHidden>
    </Lamp>
  );
}

/** Whether the server has what is written, and when it was saved. */
export function SavedMark<Text>({ state, slot }: SlotHandle<Text>) {
  switch (state.is) {
    case 'empty':
      // Its first words would move the form while somebody types.
      return (
        <Reserved>
          <SavedLamp>Saved 00:00:00</SavedLamp>
        </Reserved>
      );
    case 'saving':
      return <SavedLamp waiting>SAVING</SavedLamp>;
    case 'saved':
      return <SavedLamp>{state.at === null ? 'Saved' : `Saved ${formatTime(state.at)}`}</SavedLamp>;
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
