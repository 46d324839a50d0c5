import type { ComponentProps } from 'react';
import { LevelCells } from '@/components/LevelCells';
import { endOfLink, labelFor, linkAtCaret, type LinkableRecord } from '@/lib/recordLinks';
import { plural } from '@/lib/text';
import { CompletingTextarea } from './CompletingTextarea';

interface LinkOption extends LinkableRecord {
  readonly clearanceLevel: number;
}

/** Finds suggestions for the link at the caret. */
export interface Linking {
  readonly options: readonly LinkOption[];
  /** Receives the text of the link; `null` if the caret is not in one. */
  readonly onQuery: (query: string | null) => void;
}

interface LinkTextareaProps extends Omit<ComponentProps<typeof CompletingTextarea>, 'completing'> {
  readonly linking: Linking;
}

/** A text area in which `[[` suggests records to link to. */
export function LinkTextarea({ linking, ...textarea }: LinkTextareaProps) {
  const offers = linking.options.map((record) => ({
    ...record,
    label: record.title,
    note: <LevelCells level={record.clearanceLevel} />,
  }));
  return (
    <CompletingTextarea
      {...textarea}
      completing={{
        offers,
        onQuery: linking.onQuery,
        openAt: linkAtCaret,
        insert: (offer, all, rest) => `${labelFor(offer, all)}${rest === '' ? ']]' : rest}`,
        endAt: endOfLink,
        toRecords: true,
        name: 'Records to link to',
        count: (offered) => `${plural(offered, 'record')} to link to`,
      }}
    />
  );
}
