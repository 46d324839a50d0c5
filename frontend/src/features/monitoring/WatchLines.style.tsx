import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { LevelCells } from '@/components/LevelCells';
import { ColumnHeads, DenseLine, LineText } from '@/components/list/DenseLine';
import { Text, type Tone } from '@/components/Text';
import { cutTip } from '@/components/tips';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { color, length, media } = theme;

const attemptLayout = `
  grid-template-columns: 72px 136px 112px minmax(0, 1fr) 120px;

  ${media.screenBelowWide} {
    grid-template-columns: 72px minmax(0, 1fr) fit-content(50%);

    [data-cell='reason'] { grid-column: 2; }
    [data-cell='address'] { grid-column: 3; }
    [data-cell='result'] { text-align: right; }
  }

  ${media.phone} {
    column-gap: 8px;

    [data-cell='reason'] { grid-column: 1 / 3; }
  }
`;

/** Below this width an entry takes two lines, with one line of column heads. */
const attemptHeads = `
  ${attemptLayout}

  ${media.screenBelowWide} {
    :is([data-cell='reason'], [data-cell='address']) { display: none; }
  }
`;

export function AttemptHeads() {
  return (
    <ColumnHeads layout={attemptHeads}>
      <span>Time</span>
      <span>Operator</span>
      <span data-cell="result">Result</span>
      <span data-cell="reason">Reason</span>
      <LineText end data-cell="address">
        Address
      </LineText>
    </ColumnHeads>
  );
}

interface AttemptLineProps {
  /** The time of day, as a `time` element. */
  readonly time: ReactNode;
  readonly person: string;
  readonly result: string;
  readonly tone: Tone;
  readonly reason: string;
  readonly address: string;
}

export function AttemptLine({ time, person, result, tone, reason, address }: AttemptLineProps) {
  return (
    <DenseLine data-stop tabIndex={-1} layout={attemptLayout}>
      {time}
      <LineText tone="text" {...cutTip()}>
        {person}
      </LineText>
      <Text tone={tone} size="dense" data-cell="result">
        {result}
      </Text>
      <LineText data-cell="reason" {...cutTip()}>
        {reason}
      </LineText>
      <LineText end data-cell="address" {...cutTip()}>
        {address}
      </LineText>
    </DenseLine>
  );
}

const Mark = styled('article', omitProps('severe'))<{ readonly severe: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 16px;
  align-items: center;
  margin: 8px ${length.inset} 0;
  padding: 8px 0 8px 16px;
  min-height: 64px;
  box-shadow: inset 4px 0 0 ${({ severe }) => (severe ? color.danger : color.warn)};

  h3 {
    font: 600 16px/24px ${theme.font.text};
    color: ${color.bright};
  }
`;

interface SuspicionLineProps {
  readonly title: string;
  readonly person: string;
  readonly address: string;
  readonly time: ReactNode;
  readonly severe: boolean;
}

/** Suspicious attempts of one kind, with user, address and time. */
export function SuspicionLine({ title, person, address, time, severe }: SuspicionLineProps) {
  return (
    <Mark severe={severe} data-stop tabIndex={-1}>
      <div>
        <h3>{title}</h3>
        <Text as="p" size="dense" tone="muted">
          <Text size="dense" tone="bright">
            {person}
          </Text>{' '}
          from {address}
        </Text>
      </div>
      <Text size="dense" tone="muted">
        {time}
      </Text>
    </Mark>
  );
}

interface LockedLineProps {
  readonly person: string;
  /** The cause of the lock and when it ends. */
  readonly text: string;
  /** A button that ends the lock. */
  readonly action: ReactNode;
}

/** A name whose sign-ins are refused without a check. */
export function LockedLine({ person, text, action }: LockedLineProps) {
  return (
    <Mark severe={false} data-stop tabIndex={-1}>
      <div>
        <h3>{person}</h3>
        <Text as="p" size="dense" tone="muted">
          {text}
        </Text>
      </div>
      {action}
    </Mark>
  );
}

// The last column contains the button with its danger sign, which is only visible in a lockdown.
const sessionLayout = `
  min-height: 40px;
  grid-template-columns: minmax(0, 1fr) 52px 44px 56px 142px;
  column-gap: 8px;

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) 56px auto;

    [data-cell='idle'] { grid-column: 1; grid-row: 2; text-align: left; }
    [data-cell='idle']::before { content: 'idle '; }
    [data-cell='role'] { grid-column: 2; grid-row: 2; }
    > :last-child { grid-column: 3; grid-row: 1 / 3; }
  }
`;

export function SessionHeads() {
  return (
    <ColumnHeads layout={sessionLayout.replace('min-height: 40px;', '')}>
      <span>Operator</span>
      <span>Level</span>
      <span data-cell="role" />
      <LineText end data-cell="idle">
        Idle
      </LineText>
      <span />
    </ColumnHeads>
  );
}

interface SessionLineProps {
  readonly person: string;
  readonly level: number;
  readonly isAdmin: boolean;
  readonly idle: string;
  /** An action on the session, or a note about it. */
  readonly end: ReactNode;
}

const End = styled.span`
  text-align: right;
`;

export function SessionLine({ person, level, isAdmin, idle, end }: SessionLineProps) {
  return (
    <DenseLine data-stop tabIndex={-1} layout={sessionLayout}>
      <LineText tone="text" {...cutTip()}>
        {person}
      </LineText>
      <LevelCells level={level} />
      <LineText data-cell="role">{isAdmin ? 'ADMIN' : ''}</LineText>
      <LineText end data-cell="idle">
        {idle}
      </LineText>
      <End>{end}</End>
    </DenseLine>
  );
}
