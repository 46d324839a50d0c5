import { useLayoutEffect, useRef } from 'react';
import styled from '@emotion/styled';
import { CombiningRuns } from './CombiningRuns';
import { Text } from './Text';

const Plain = styled.div`
  max-width: 76ch;
  margin-top: 8px;
  white-space: pre-wrap;
  /* Each line has its own direction. */
  unicode-bidi: plaintext;
  text-align: start;
  overflow-wrap: anywhere;
`;

export interface PlainTextProps {
  readonly text: string;
  readonly onRendered?: ((box: HTMLElement) => void) | undefined;
}

/** The text as typed, in place of a formatted one. */
export function PlainText({ text, onRendered }: PlainTextProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null) onRendered?.(box.current);
  }, [text, onRendered]);
  return (
    <>
      <Text as="p" tone="muted" size="dense">
        This text is shown unformatted because its formatting is too complex.
      </Text>
      <Plain ref={box}>
        <CombiningRuns text={text} />
      </Plain>
    </>
  );
}
