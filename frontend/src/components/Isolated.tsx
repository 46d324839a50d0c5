import type { ReactNode } from 'react';
import { lineSafe } from '@/lib/text';

/**
 * A user-written text (a title, a name) within a sentence of the interface. It is isolated so that its direction does
 * not affect the sentence; characters that would end the isolation are removed.
 */
export function Isolated({ children }: { readonly children: string }) {
  return <bdi>{lineSafe(children)}</bdi>;
}

/**
 * A sentence of the interface that may contain user-written text: a string is returned without the characters that
 * would reorder it.
 */
export function withoutDirectionControls(sentence: ReactNode): ReactNode {
  return typeof sentence === 'string' ? lineSafe(sentence) : sentence;
}
