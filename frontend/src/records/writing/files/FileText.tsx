import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { Row } from '@/components/Layout';
import { Text } from '@/components/Text';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import type { StoredFile } from '@/lib/attachedFiles';
import { countWords, formatCount } from '@/lib/text';
import { takeText, type Placing, type TextTarget } from './takeText';
import { useFileText, type Reading } from './useFileText';

interface FileTextProps {
  readonly file: StoredFile;
  /** It was uploaded since the form was opened. */
  readonly isFresh: boolean;
  readonly target: TextTarget;
}

/** What the row says about the text of its file. */
function wordsOf(reading: Reading): string {
  switch (reading.is) {
    case 'unasked':
    case 'ready':
      return 'Attached';
    case 'waiting':
      return 'Reading the text';
    case 'none':
      return 'Its text cannot be read. The file is attached as it is.';
    case 'failed':
      return `Attached. ${reading.message}`;
  }
}

/** The text of an attached file, which can be inserted into the form. */
export function FileText({ file: { fileId, name }, isFresh, target }: FileTextProps) {
  const [reading, start] = useFileText(fileId, isFresh);
  const [outcome, setOutcome] = useState<{ readonly problem: string | null } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [wasCanceled, setCanceled] = useState(false);
  const answer = (text: string, how: Placing | null) => {
    if (how !== null) {
      take(text, how);
      return;
    }
    setAsking(false);
    setCanceled(true);
  };
  const take = (text: string, how: Placing) => {
    setAsking(false);
    setOutcome({ problem: takeText(target, text, name, how) });
  };
  return (
    <>
      <div role="status">
        {outcome === null || reading.is !== 'ready' ? (
          <Text tone="muted" size="dense">
            {wordsOf(reading)}
          </Text>
        ) : (
          <Text tone={outcome.problem === null ? 'muted' : 'danger'} size="dense">
            {outcome.problem ?? 'Attached. Its text was taken over.'}
          </Text>
        )}
      </div>
      {(reading.is === 'failed' || reading.is === 'unasked') && (
        <ReadButton name={name} isAgain={reading.is === 'failed'} onClick={start} />
      )}
      {reading.is === 'ready' && isAsking && (
        <Question name={name} onAnswer={(how) => answer(reading.text, how)} />
      )}
      {reading.is === 'ready' && !isAsking && (
        <Offer
          text={reading.text}
          name={name}
          takesFocus={wasCanceled}
          onTake={() => {
            if (target.form.values().content.trim() === '') take(reading.text, 'replace');
            else setAsking(true);
          }}
        />
      )}
    </>
  );
}

interface ReadButtonProps {
  readonly name: string;
  /** An attempt failed. */
  readonly isAgain: boolean;
  readonly onClick: () => void;
}

function ReadButton({ name, isAgain, onClick }: ReadButtonProps) {
  return (
    <Button size="sm" onClick={onClick}>
      {isAgain ? 'Retry' : 'Read the text'}
      <VisuallyHidden>
        {isAgain ? ' reading ' : ' of '}
        {name}
      </VisuallyHidden>
    </Button>
  );
}

interface OfferProps {
  readonly text: string;
  readonly name: string;
  /** The button replaces the question that was canceled. */
  readonly takesFocus: boolean;
  readonly onTake: () => void;
}

function Offer({ text, name, takesFocus, onTake }: OfferProps) {
  const words = useMemo(() => countWords(text), [text]);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <Button ref={button} size="sm" onClick={onTake}>
      Take the text over ({formatCount(words)} {words === 1 ? 'word' : 'words'})
      <VisuallyHidden> of {name}</VisuallyHidden>
    </Button>
  );
}

interface QuestionProps {
  readonly name: string;
  /** Receives `null` if the question was canceled. */
  readonly onAnswer: (how: Placing | null) => void;
}

function Question({ name, onAnswer }: QuestionProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div role="group" aria-label={`Text of ${name}`}>
      <Row gap="sm">
        <Text size="dense">The content has text already.</Text>
        <Button ref={first} size="sm" onClick={() => onAnswer('append')}>
          Append
        </Button>
        <Button size="sm" onClick={() => onAnswer('replace')}>
          Replace
        </Button>
        <Button size="sm" variant="flat" onClick={() => onAnswer(null)}>
          Cancel
        </Button>
      </Row>
    </div>
  );
}
