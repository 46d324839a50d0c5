import { useEffect, useRef, useState } from 'react';
import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';
import { Button } from './Button';

const { color, font } = theme;

const Box = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 16px;
  align-items: center;
  font: ${font.dense};
  color: ${color.muted};

  > span {
    ${mixin.caps}
  }

  /* A whole id fits on one line of 262 pixels. */
  > code {
    grid-column: 1 / -1;
    padding: 4px 0;
    font: 400 12px/24px ${font.text};
    color: ${color.text};
    ${mixin.cut}
  }

  > p {
    grid-column: 1 / -1;
    font: 400 12px/20px ${font.text};
    color: ${color.ok};
  }

  > p[data-refused] {
    color: ${color.warn};
  }
`;

/** How long a successful copy is shown, in milliseconds. */
const confirmedFor = 4000;

type Outcome = 'copied' | 'refused' | null;

const words: Readonly<Record<'copied' | 'refused', string>> = {
  copied: 'Copied to the clipboard.',
  refused: 'This browser does not allow copying. The text is selected: copy it with Ctrl C.',
};

/** Copies a text. Resolves to whether that succeeded. */
export async function copy(text: string): Promise<boolean> {
  try {
    // Undefined if the page is served without https.
    await (navigator.clipboard as Clipboard | undefined)?.writeText(text);
    return 'clipboard' in navigator;
  } catch {
    return false;
  }
}

interface CopyTextProps {
  readonly label: string;
  readonly text: string;
}

/** A text on one line with a button that copies it and reports the result. */
export function CopyText({ label, text }: CopyTextProps) {
  const code = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);

  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome(null), confirmedFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  const onCopy = async () => {
    // Cleared first, so that a second copy is announced too.
    setOutcome(null);
    const done = await copy(text);
    if (!done && code.current !== null) window.getSelection()?.selectAllChildren(code.current);
    setOutcome(done ? 'copied' : 'refused');
  };

  return (
    <Box>
      <span>{label}</span>
      <Button size="sm" aria-label={`Copy ${label}`} onClick={() => void onCopy()}>
        {outcome === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <code ref={code} title={text}>
        {text}
      </code>
      <p role="status" data-refused={outcome === 'refused' ? '' : undefined}>
        {outcome !== null && words[outcome]}
      </p>
    </Box>
  );
}
