import { useState, type ReactNode } from 'react';
import { codeSheet, saveAsFile, type Codes } from '@/lib/codeSheet';
import { Button } from './Button';
import { Row } from './Layout';
import { Text } from './Text';

interface KeepCodesProps {
  /** The account that the codes are for. */
  readonly username: string;
  readonly codes: Codes;
  /** Called when they were copied, saved or printed. */
  readonly onKept?: (() => void) | undefined;
  /** More buttons behind its own. */
  readonly children?: ReactNode;
}

/** Copies codes that are shown once, saves them as a file, or prints what is marked `data-print-area`. */
export function KeepCodes({ username, codes, onKept, children }: KeepCodesProps) {
  const [said, setSaid] = useState('');
  const sheet = codeSheet(username, codes);
  const copy = async () => {
    setSaid('');
    try {
      // Absent where the page is served without https.
      if (!('clipboard' in navigator)) throw new Error('no clipboard');
      await navigator.clipboard.writeText(sheet);
      setSaid('Copied to the clipboard.');
      onKept?.();
    } catch {
      setSaid('This browser does not allow copying. Save the codes as text.');
    }
  };
  return (
    <Row gap="sm">
      <Button size="sm" onClick={() => void copy()}>
        Copy codes
      </Button>
      <Button
        size="sm"
        onClick={() => {
          saveAsFile(`facility-codes-${username}.txt`, sheet);
          onKept?.();
        }}
      >
        Save as text
      </Button>
      <Button
        size="sm"
        onClick={() => {
          window.print();
          onKept?.();
        }}
      >
        Print
      </Button>
      {children}
      <Text role="status" size="dense" tone="muted">
        {said}
      </Text>
    </Row>
  );
}
