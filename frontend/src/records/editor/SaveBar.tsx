import { useDeferredValue, useMemo, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { Button } from '@/components/Button';
import { footBar } from '@/components/footBars';
import { KeyCap } from '@/components/Kbd';
import { useIsPhone } from '@/components/useMedia';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { countCharacters, countWords, formatCount } from '@/lib/text';
import { mixin, theme } from '@/theme/theme';
import { saveBarHeight } from './heights';

const { color, font, layer, length, media } = theme;

/** The share of the limit at which the character count becomes a warning. */
const nearLimit = 0.95;

const Bar = styled.section`
  position: sticky;
  bottom: ${length.statusBar};
  z-index: ${layer.bars};
  display: flex;
  gap: 0 16px;
  align-items: center;
  min-height: ${saveBarHeight.wide}px;
  margin: 8px calc(-1 * ${length.gutter}) 0;
  padding: 0 ${length.gutter};
  font: ${font.dense};
  color: ${color.muted};
  background: ${color.raised};
  border-top: 1px solid ${color.edge};
  white-space: nowrap;

  kbd {
    color: inherit;
    border-color: currentColor;
  }

  /* Nothing is below it at the end of a page. */
  &[data-last] {
    margin-bottom: -24px;
  }

  &:not([data-last]) {
    margin-inline: 0;
    border-inline: 1px solid ${color.edge};
  }

  ${media.phone} {
    bottom: 0;
    gap: 0 8px;
    min-height: ${saveBarHeight.phone}px;

    &[data-last] {
      margin-bottom: -16px;
    }
  }

  @media print {
    display: none;
  }
`;

const Count = styled.p`
  min-width: 0;
  ${mixin.cut}

  > b {
    font-weight: 400;
    color: ${color.warn};
  }

  > b[data-over] {
    color: ${color.danger};
  }
`;

const Actions = styled.div`
  display: flex;
  flex: none;
  gap: 12px;
  align-items: center;
  margin-left: auto;
`;

interface TextCountProps {
  readonly text: string;
  /** Maximum length of the text, in characters. */
  readonly limit: number;
}

/** Words and characters of a text. Screen readers announce it when the text approaches its limit. */
function TextCount({ text, limit }: TextCountProps) {
  // Counted after the key press has been rendered.
  const counted = useDeferredValue(text);
  const [words, characters] = useMemo(() => [countWords(counted), countCharacters(counted)], [counted]);
  const isPhone = useIsPhone();
  const isOver = characters > limit;
  const isNear = !isOver && characters >= limit * nearLimit;
  const ofWords = `${formatCount(words)} ${words === 1 ? 'word' : 'words'}`;
  const ofLimit = `${formatCount(characters)} of ${formatCount(limit)} characters`;
  const isWarning = isNear || isOver;
  // A phone has room for one of them.
  const first = !isPhone ? `${ofWords}, ` : isWarning || words === 0 ? '' : ofWords;
  return (
    <>
      <Count>
        {first}
        {isWarning ? <b data-over={isOver || undefined}>{ofLimit}</b> : !isPhone && ofLimit}
      </Count>
      <VisuallyHidden role="status">
        {isNear ? `Close to the limit of ${formatCount(limit)} characters.` : ''}
      </VisuallyHidden>
    </>
  );
}

interface SaveBarProps extends TextCountProps {
  /** Whether the text is saved. */
  readonly saved?: ReactNode;
  /** Verb of the button that sends the form, and the rest of its name for screen readers. */
  readonly verb: string;
  readonly rest?: string;
  /** A required field is empty: the button looks disabled, and pressing it shows what is missing. */
  readonly isIncomplete?: boolean;
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** The uploads that must finish before the form is sent. */
  readonly pictures: { readonly waitingFor: number };
  /** The page has other parts below the form. */
  readonly hasMore?: boolean;
  /** Additional buttons. On a phone they are above the bar, at the end of the form. */
  readonly children?: ReactNode;
}

/** Sends the form. Its label shows when it waits for uploads. */
function SubmitButton(props: SaveBarProps) {
  const { verb, rest = '', isIncomplete = false, busy, disabled, pictures } = props;
  const { waitingFor } = pictures;
  const isWaiting = waitingFor > 0;
  return (
    <Button
      type="submit"
      variant="primary"
      busy={busy && !isWaiting}
      disabled={disabled}
      why={isWaiting ? 'It is sent when the uploads are complete.' : null}
      data-incomplete={isIncomplete || undefined}
    >
      {isWaiting ? `Uploading ${waitingFor}` : verb}
      {rest !== '' && !isWaiting && <VisuallyHidden> {rest}</VisuallyHidden>} <KeyCap>Ctrl Enter</KeyCap>
    </Button>
  );
}

/** The bar at the bottom of a form with a long text. It stays in view while the form scrolls. */
export function SaveBar(props: SaveBarProps) {
  const { text, limit, saved, verb, hasMore = false, children } = props;
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone && children}
      <Bar
        ref={footBar}
        data-sticky
        data-save-bar
        data-last={!hasMore || undefined}
        aria-label={`Save and ${verb.toLowerCase()}`}
      >
        {saved}
        <TextCount text={text} limit={limit} />
        <Actions>
          {!isPhone && children}
          <SubmitButton {...props} />
        </Actions>
      </Bar>
    </>
  );
}
