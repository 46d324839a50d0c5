import { useState, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/dialog/Dialog';
import { footBar } from '@/components/footBars';
import { FormError, isSendKey, type FieldBinding } from '@/components/form/Form';
import { Textarea } from '@/components/form/Textarea';
import { useHeldText } from '@/components/form/useHeldText';
import { Kbd, KeyHint } from '@/components/Kbd';
import { Stack } from '@/components/Layout';
import { useIsPhone } from '@/components/useMedia';
import { reviewKeys } from '@/keyboard/keys';
import { theme } from '@/theme/theme';

const { color, font, layer, length, media } = theme;

/** Under the queue and the case, or at the foot of the window. */
const foot =
  `grid-column:1 / -1;background:${color.raised};border-top:1px solid ${color.edge};` +
  `${media.belowTablet}{position:sticky;bottom:${length.statusBar};}${media.phone}{bottom:0;}`;

const Bar = styled.form`
  ${foot}
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  align-items: flex-start;
  padding: 11px 24px;

  textarea {
    display: block;
    font: 400 14px/24px ${font.text};
    max-height: 136px;
    field-sizing: content;
    resize: none;
    background-color: ${color.panel};
  }

  kbd {
    color: inherit;
    border-color: currentColor;
    text-transform: none;
  }

  /* Why something failed. */
  > [role='alert'] {
    flex-basis: 100%;
  }

  ${media.belowTablet} {
    z-index: ${layer.bars};
  }

  ${media.phone} {
    display: grid;
    gap: 8px;
    padding: 12px 16px;

    kbd {
      display: none;
    }
  }
`;

/** A line of a phone; elsewhere there is one for all. */
const Line = styled.div`
  display: contents;

  &[data-foot] > div {
    flex: 1 1 160px;
    min-width: 0;
  }

  ${media.phone} {
    display: flex;
    gap: 8px;
    align-items: start;

    > button {
      flex: 1;
    }
  }
`;

const OneLine = styled.p`
  ${foot}
  padding: 16px 24px;
  font: 400 14px/24px ${font.text};
  color: ${color.text};
`;

/** One line in place of a decision bar: why there is nothing to decide here. */
export function NoDecision({ children }: { readonly children: ReactNode }) {
  return <OneLine ref={footBar}>{children}</OneLine>;
}

export interface Approve {
  /** `Approve at L3`, or what is missing. */
  readonly label: string;
  /** Why it cannot be pressed; `null` when it can. */
  readonly why: string | null;
}

interface DecisionBarProps {
  readonly label: string;
  /** The choices of an approval, in the first line. */
  readonly choices: ReactNode;
  /** Choices that move into the sheet with the comment on a phone. */
  readonly more: ReactNode;
  readonly comment: FieldBinding;
  /** The sheet with the comment is open, where there is one. */
  readonly noteOpen: boolean;
  readonly onNote: (open: boolean) => void;
  /** `null` where the reviewer may only reject. */
  readonly approve: Approve | null;
  /** The decision has been sent and not answered yet. */
  readonly busy: boolean;
  /** Somebody else has decided: what was typed can be read and discarded. */
  readonly over: boolean;
  /** Why the last attempt failed, or why the case cannot be approved. */
  readonly problem: string | null;
  readonly onApprove: () => void;
  readonly onReject: () => void;
  readonly onDiscard: () => void;
  /** Escape leaves the comment, so that the single keys work again. */
  readonly onLeave: () => void;
}

/** What sends the comment: approving, or the rejection that was asked for without a reason. Both are confirmed. */
function useSend({ comment, approve, onApprove, onReject }: DecisionBarProps): () => void {
  const [before, setBefore] = useState(false);
  const rejects = comment.error !== undefined || (before && comment.value !== '');
  if (rejects !== before) setBefore(rejects);
  return rejects || approve === null ? onReject : onApprove;
}

/** The one place where a case is decided: choices, comment, REJECT and APPROVE. It stays in sight under the text. */
export function DecisionBar(props: DecisionBarProps) {
  const { label, choices, more, comment, noteOpen, onNote, approve, busy, over, problem } = props;
  const phone = useIsPhone();
  // The page may be reloaded for a new release at some quiet moment; not while there is a comment.
  useHeldText(comment.value.trim() !== '');

  const note = <CommentField {...props} onSend={useSend(props)} />;
  return (
    <>
      <Bar ref={footBar} aria-label={label} noValidate onSubmit={(event) => event.preventDefault()}>
        <FormError message={problem} />
        <Line>
          {choices}
          {phone ? <Button onClick={() => onNote(true)}>Note</Button> : more}
        </Line>
        <Line data-foot>
          {!phone && <div>{note}</div>}
          {over && comment.value !== '' && <Button onClick={props.onDiscard}>Discard</Button>}
          <Button
            variant="danger"
            busy={busy}
            disabled={over}
            aria-keyshortcuts={reviewKeys.reject}
            onClick={props.onReject}
          >
            Reject
            <Hint keys={reviewKeys.reject} />
          </Button>
          {approve !== null && (
            <Button
              variant="primary"
              busy={busy}
              disabled={over}
              why={approve.why}
              aria-keyshortcuts={reviewKeys.approve}
              onClick={props.onApprove}
            >
              {approve.label}
              {approve.why === null && <Hint keys={reviewKeys.approve} />}
            </Button>
          )}
        </Line>
      </Bar>
      {phone && (
        <Dialog
          open={noteOpen}
          onOpenChange={onNote}
          title="Note"
          description="The author will see this comment."
          footer={<Button onClick={() => onNote(false)}>Done</Button>}
        >
          <Stack>
            {note}
            {more}
          </Stack>
        </Dialog>
      )}
    </>
  );
}

function Hint({ keys }: { readonly keys: string }) {
  return (
    <KeyHint aria-hidden="true">
      {' '}
      <Kbd>{keys}</Kbd>
    </KeyHint>
  );
}

interface CommentFieldProps extends Pick<DecisionBarProps, 'comment' | 'over' | 'onLeave'> {
  readonly onSend: () => void;
}

function CommentField({ comment, over, onLeave, onSend }: CommentFieldProps) {
  const phone = useIsPhone();
  return (
    <Textarea
      label="Comment for the author"
      hideLabel
      rows={phone ? 5 : 1}
      placeholder="Comment; needed to reject"
      readOnly={over}
      aria-keyshortcuts={reviewKeys.comment}
      onKeyDown={(event) => {
        if (isSendKey(event)) {
          event.preventDefault();
          onSend();
        }
        if (event.key !== 'Escape' || phone) return;
        event.preventDefault();
        onLeave();
      }}
      {...comment}
    />
  );
}
