import { Badge } from '@/components/Badge';
import { tip } from '@/components/tips';

/** Whether a record is new to the reader or has changed; `null` for neither. */
export type Mark = 'new' | 'changed' | null;

const marks = {
  new: { tone: 'accent', word: 'New', meaning: 'You have not opened it yet' },
  changed: { tone: 'info', word: 'Changed', meaning: 'Changed since you last opened it' },
} as const;

export function RecordMark({ mark }: { readonly mark: Mark }) {
  if (mark === null) return null;
  const { tone, word, meaning } = marks[mark];
  return (
    <Badge tone={tone} data-mark={mark} {...tip(meaning)}>
      {word}
    </Badge>
  );
}
