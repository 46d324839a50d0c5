import { useRef, useState, type ComponentProps } from 'react';
import { endOfName, nameAtCaret } from '@/lib/wordAtCaret';
import { plural } from '@/lib/text';
import { EditorBar } from '@/records/editor/parts';
import { CompletingTextarea } from '@/records/writing/CompletingTextarea';
import { useNameSuggestions } from './useNameSuggestions';

interface NameTextareaProps extends Omit<ComponentProps<typeof CompletingTextarea>, 'completing' | 'foot'> {
  /** Id of the document whose readers are suggested. */
  readonly document: string;
}

/** A text area in which `@` suggests users who may read the document. Its tools appear with the first focus. */
export function NameTextarea({ document, ...textarea }: NameTextareaProps) {
  const { names, onQuery } = useNameSuggestions(document);
  const area = useRef<HTMLTextAreaElement>(null);
  const [hasTools, setTools] = useState(false);
  return (
    <CompletingTextarea
      {...textarea}
      ref={(box) => {
        area.current = box;
        textarea.ref?.(box);
      }}
      onFocus={() => setTools(true)}
      foot={hasTools && <EditorBar area={area} short />}
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
