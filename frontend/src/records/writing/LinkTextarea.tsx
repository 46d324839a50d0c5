import type { ComponentProps } from 'react';
import { LevelCells } from '@/components/LevelCells';
import { endOfLink, labelFor, openLinkAt, type LinkableRecord } from '@/lib/recordLinks';
import { plural } from '@/lib/text';
import { CompletingTextarea } from './CompletingTextarea';

interface LinkOption extends LinkableRecord {
  readonly clearanceLevel: number;
}

/** Finds the records to which the link that is being written may lead. */
export interface Linking {
  readonly options: readonly LinkOption[];
  /** Told the words of the link; `null` when none is being written. */
  readonly onQuery: (query: string | null) => void;
}

interface LinkTextareaProps extends Omit<ComponentProps<typeof CompletingTextarea>, 'completing'> {
  readonly linking: Linking;
}

/** A text in which `[[` offers records to link to. */
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
        openAt: openLinkAt,
        insert: (offer, all) => `${labelFor(offer, all)}]]`,
        endAt: endOfLink,
        name: 'Records to link to',
        count: (offered) => `${plural(offered, 'record')} to link to`,
      }}
    />
  );
}
