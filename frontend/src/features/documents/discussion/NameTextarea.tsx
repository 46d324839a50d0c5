import type { ComponentProps } from 'react';
import { endOfName, openNameAt } from '@/lib/openWords';
import { plural } from '@/lib/text';
import { CompletingTextarea } from '@/records/writing/CompletingTextarea';
import { useNaming } from './useNaming';

interface NameTextareaProps extends Omit<ComponentProps<typeof CompletingTextarea>, 'completing'> {
  /** Id of the document whose readers are suggested. */
  readonly document: string;
}

/** A text area in which `@` suggests users who may read the document. */
export function NameTextarea({ document, ...textarea }: NameTextareaProps) {
  const { names, onQuery } = useNaming(document);
  return (
    <CompletingTextarea
      {...textarea}
      completing={{
        offers: names.map((name) => ({ id: name, label: name })),
        onQuery,
        openAt: openNameAt,
        insert: ({ label }) => `${label} `,
        endAt: endOfName,
        name: 'People who may read this',
        count: (offered) => plural(offered, 'name'),
      }}
    />
  );
}
