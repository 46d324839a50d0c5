import type { ComponentProps } from 'react';
import { endOfName, nameAtCaret } from '@/lib/wordAtCaret';
import { plural } from '@/lib/text';
import { CompletingTextarea } from '@/records/writing/CompletingTextarea';
import { useNameSuggestions } from './useNameSuggestions';

interface NameTextareaProps extends Omit<ComponentProps<typeof CompletingTextarea>, 'completing'> {
  /** Id of the document whose readers are suggested. */
  readonly document: string;
}

/** A text area in which `@` suggests users who may read the document. */
export function NameTextarea({ document, ...textarea }: NameTextareaProps) {
  const { names, onQuery } = useNameSuggestions(document);
  return (
    <CompletingTextarea
      {...textarea}
      completing={{
        offers: names.map((name) => ({ id: name, label: name })),
        onQuery,
        openAt: nameAtCaret,
        insert: ({ label }) => `${label} `,
        endAt: endOfName,
        name: 'People who may read this',
        count: (offered) => plural(offered, 'name'),
      }}
    />
  );
}
