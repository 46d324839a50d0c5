import { useId, type ReactNode } from 'react';
import styled from '@emotion/styled';
import type { Definition } from '@/components/DefinitionList';
import { ColumnHeads, DenseLine, LineText, lineControl } from '@/components/list/DenseLine';
import { OpenEntry } from '@/components/list/OpenEntry';
import { Text, type Tone } from '@/components/Text';
import { cutTip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const layout = `
  grid-template-columns: 72px 88px 136px minmax(0, 1fr) 176px 56px 16px;

  ${media.screenBelowWide} {
    grid-template-columns: 72px 88px 120px minmax(0, 1fr) 16px;

    [data-cell='kind'], [data-cell='tries'] { display: none; }
  }

  ${media.phone} {
    grid-template-columns: 72px minmax(0, 1fr) auto 16px;
    column-gap: 8px;

    [data-cell='person'] { grid-column: 2; grid-row: 1; }
    [data-cell='state'] { grid-column: 3; grid-row: 1; }
    [data-cell='mark'] { grid-column: 4; grid-row: 1; }
    [data-cell='subject'] { grid-column: 1 / -1; white-space: normal; }
  }
`;

const Toggle = styled.button`
  ${lineControl}
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Mark = styled.svg`
  width: 16px;
  height: 16px;
  fill: none;
  stroke: ${color.muted};
`;

/** The text of a message, whose line breaks count. */
const Body = styled.div`
  padding-left: 24px;
  border-left: 1px solid ${color.hair};
  font: 400 14px/24px ${font.text};
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  ${media.belowTablet} {
    padding: 8px 0 0;
    border-left: 0;
    border-top: 1px dashed ${color.hair};
  }
`;

/** Messages under the names of their columns, moved between by keys. */
export const MailLines = styled.div``;

export function MailHeads() {
  return (
    <ColumnHeads layout={layout}>
      <span>Time</span>
      <span>State</span>
      <span>Person</span>
      <span>Subject</span>
      <span data-cell="kind">Kind</span>
      <LineText end data-cell="tries">
        Tries
      </LineText>
      <span />
    </ColumnHeads>
  );
}

interface MailLineProps {
  /** Its number among the rows of the list. */
  readonly row: number;
  /** The time of day, as a `time` element. */
  readonly time: ReactNode;
  readonly state: string;
  readonly tone: Tone;
  readonly person: string;
  readonly subject: string;
  readonly kind: string;
  readonly tries: number;
  /** Said by screen readers after the subject. */
  readonly said: string;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** All of it, while it is open. */
  readonly children: ReactNode;
}

/** A message on one line. Pressing it shows all of it in place. */
export function MailLine(props: MailLineProps) {
  const { row, time, state, tone, person, subject, kind, tries, said, open, onToggle, children } = props;
  const id = useId();
  return (
    <>
      <DenseLine layout={layout} open={open} data-row={row}>
        {time}
        <Text tone={tone} size="dense" data-cell="state">
          {state}
        </Text>
        <LineText data-cell="person" {...cutTip()}>
          {person}
        </LineText>
        <LineText
          as={Toggle}
          tone="bright"
          aria-expanded={open}
          data-cell="subject"
          {...(open ? { 'aria-controls': id } : {})}
          {...{ type: 'button' }}
          onClick={onToggle}
        >
          {subject}
          <VisuallyHidden>{said}</VisuallyHidden>
        </LineText>
        <LineText data-cell="kind">{kind}</LineText>
        <LineText end data-cell="tries">
          {tries}
        </LineText>
        <Mark viewBox="0 0 16 16" aria-hidden="true" data-cell="mark">
          <path d={open ? 'M3.5 6 8 10.5 12.5 6' : 'M6 3.5 10.5 8 6 12.5'} />
        </Mark>
      </DenseLine>
      {open && <div id={id}>{children}</div>}
    </>
  );
}

interface MailWholeProps {
  readonly members: readonly Definition[];
  readonly children: ReactNode;
}

export function MailWhole({ members, children }: MailWholeProps) {
  return (
    <OpenEntry members={members}>
      <Body>{children}</Body>
    </OpenEntry>
  );
}
