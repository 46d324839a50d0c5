import type { ReactNode } from 'react';
import { theme } from '@/theme/theme';
import { ColumnHeads, DenseLine, LineText } from './DenseLine';
import { Text, type Tone } from './Text';
import { cutTip } from './tips';

const { media } = theme;

const layout = `
  grid-template-columns: 96px minmax(0, 1fr) 104px 136px minmax(0, 1fr);

  ${media.belowWide} {
    grid-template-columns: 96px minmax(0, 1fr) 104px minmax(0, 1fr);

    [data-cell='remark'] { grid-column: 2 / -1; }
    [data-cell='remark']:empty { display: none; }
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) auto;
    column-gap: 8px;

    [data-cell='subject'] { grid-column: 1 / -1; white-space: normal; }
    [data-cell='person'] { grid-column: 1 / -1; }
    [data-cell='remark'] { grid-column: 1 / -1; white-space: normal; overflow-wrap: anywhere; }
    time { grid-column: 1; grid-row: 1; }
    [data-cell='result'] { grid-column: 2; grid-row: 1; }
  }
`;

/** The names of the columns over messages. */
export function MailHeads() {
  return (
    <ColumnHeads layout={layout} aria-hidden="true">
      <span>Written</span>
      <span>Subject</span>
      <span>Result</span>
      <span>Recipient</span>
      <span data-cell="remark">Remark</span>
    </ColumnHeads>
  );
}

interface MailLineProps {
  /** When it was written, as a `time` element. */
  readonly time: ReactNode;
  readonly subject: string;
  readonly result: string;
  readonly tone: Tone;
  readonly person: string;
  readonly address: string;
  /** Why it was not sent; empty if there is nothing to say. */
  readonly remark: string;
}

/** A message on one line. */
export function MailLine({ time, subject, result, tone, person, address, remark }: MailLineProps) {
  return (
    <DenseLine layout={layout}>
      {time}
      <LineText tone="text" data-cell="subject" {...cutTip()}>
        {subject}
      </LineText>
      <Text tone={tone} size="dense" data-cell="result">
        {result}
      </Text>
      <LineText data-cell="person" {...cutTip(`${person}, ${address}`)}>
        {person}
      </LineText>
      <LineText data-cell="remark" {...cutTip()}>
        {remark}
      </LineText>
    </DenseLine>
  );
}
