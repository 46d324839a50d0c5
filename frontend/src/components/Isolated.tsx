import type { ReactNode } from 'react';
import { lineSafe } from '@/lib/text';

/**
 * A text that people wrote (a title, a name) inside a sentence of ours. Its direction does not reach beyond it: it is
 * isolated, and characters that would end the isolation are left out.
 */
export function Isolated({ children }: { readonly children: string }) {
  return <bdi>{lineSafe(children)}</bdi>;
}

/** A sentence of ours that may contain people's text: as plain text, without the characters that would reorder it. */
export function inOrder(sentence: ReactNode): ReactNode {
  return typeof sentence === 'string' ? lineSafe(sentence) : sentence;
}
