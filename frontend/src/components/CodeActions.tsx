import { useState, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import styled from '@emotion/styled';
import { codeSheet, saveAsFile, type Codes } from '@/lib/codeSheet';
import { formatTime } from '@/lib/dates';
import { theme } from '@/theme/theme';
import { Button } from './Button';
import { Row } from './Layout';
import { Text } from './Text';

/** At the right edge of the line, away from the buttons that keep the codes. Not on a phone. */
const Others = styled.div`
  margin-left: auto;

  ${theme.media.phone} {
    margin-left: 0;
  }
`;

interface CodeActionsProps {
  readonly username: string;
  readonly codes: Codes;
  /** The element to select if the browser does not allow copying. */
  readonly shown: RefObject<HTMLElement | null>;
  /** Copying is the main action of the screen. */
  readonly primary?: boolean;
  /** Called when the codes were copied, saved or printed. */
  readonly onKept: () => void;
  /** Another button, at the opposite end of the line. */
  readonly children?: ReactNode;
}

/** Copies codes that are shown once, downloads them as a file, or prints only them. */
export function CodeActions(props: CodeActionsProps) {
  const { username, codes, shown, primary = false, onKept, children } = props;
  const [said, setSaid] = useState('');
  const sheet = codeSheet(username, codes);
  const kept = (how: string) => {
    setSaid(`${how} ${formatTime(new Date().toISOString())}`);
    onKept();
  };
  const copy = async () => {
    setSaid('');
    try {
      // Undefined if the page is served without https.
      if (!('clipboard' in navigator)) throw new Error('no clipboard');
      await navigator.clipboard.writeText(sheet);
      kept('Copied');
    } catch {
      if (shown.current !== null) window.getSelection()?.selectAllChildren(shown.current);
      setSaid('This browser does not allow copying. The codes are selected: copy them with Ctrl C.');
    }
  };
  return (
    <>
      <Row gap="sm">
        <Button size="sm" variant={primary ? 'primary' : 'default'} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          size="sm"
          onClick={() => {
            saveAsFile(`facility-codes-${username}.txt`, sheet);
            kept('Downloaded');
          }}
        >
          Download
        </Button>
        <Button
          size="sm"
          onClick={() => {
            window.print();
            kept('Printed');
          }}
        >
          Print
        </Button>
        <Text role="status" size="dense" tone="ok">
          {said}
        </Text>
        {children !== undefined && <Others>{children}</Others>}
      </Row>
      {createPortal(
        <pre data-print-sheet data-paper-only aria-hidden="true">
          {sheet}
        </pre>,
        document.body,
      )}
    </>
  );
}
