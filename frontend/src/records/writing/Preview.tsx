import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useInsertionEffect,
  useMemo,
  useRef,
  type ReactNode,
  type Ref,
} from 'react';
import styled from '@emotion/styled';
import { useDebounced } from '@/components/form/useDebounced';
import { MarkdownText } from '@/components/MarkdownText';
import { Text } from '@/components/Text';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import { blockAt, partOfLine, scrollFor } from './followCaret';
import { previewParts } from './previewParts';

const { color } = theme;

/** Marks the block that contains the caret. */
const mark = 'data-caret';

const Box = styled('div', omitProps('beside'))<{ readonly beside: boolean }>`
  position: relative;
  min-height: 376px;
  border: 1px dashed ${color.hair};
  ${({ beside }) => (beside ? 'height:100%;' : '')}
`;

/** Beside a text area it has the same height, even while that is being resized, and scrolls. */
const Pane = styled('div', omitProps('beside'))<{ readonly beside: boolean }>`
  padding: 8px 12px;
  color: ${color.text};
  overflow-wrap: anywhere;
  ${({ beside }) => (beside ? 'position:absolute;inset:0;overflow:auto;' : '')}

  /* A bar at the edge; the first shadow covers the second up to it. */
  [${mark}] {
    box-shadow:
      -9px 0 0 ${color.panel},
      -12px 0 0 ${color.text};
  }

  /* Beyond the sign of the item. */
  li[${mark}] {
    box-shadow:
      calc(-3ch - 9px) 0 0 ${color.panel},
      calc(-3ch - 12px) 0 0 ${color.text};
  }

  tr[${mark}] {
    box-shadow: inset 3px 0 0 ${color.text};
  }
`;

/** A part of a long text. The browser lays it out when it comes into view. */
const PreviewPart = styled.div`
  content-visibility: auto;
  contain-intrinsic-size: auto 1200px;

  & + & {
    margin-top: 16px;
  }
`;

interface PreviewPaneProps {
  readonly label: string;
  readonly beside: boolean;
  /** The scrolling box if it is beside a text area; the children of a preview are its parts. */
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** A frame in place of a text, or beside it. */
export function PreviewPane({ label, beside, ref, children }: PreviewPaneProps) {
  return (
    <Box beside={beside} data-pane>
      {/* Focusable, so that the keyboard can scroll it. */}
      <Pane ref={ref} role="region" aria-label={label} beside={beside} tabIndex={0}>
        {children}
      </Pane>
    </Box>
  );
}

/** Pause in typing before the preview is rendered, in milliseconds. */
const pause = 250;

/** Distance between a block that is scrolled into view and the edge, in pixels. */
const margin = 24;

interface PartProps {
  readonly text: string;
  readonly onRendered: () => void;
}

const Part = memo(function Part({ text, onRendered }: PartProps) {
  return (
    <PreviewPart>
      <MarkdownText text={text} hasLines isDraft onRendered={onRendered} />
    </PreviewPart>
  );
});

interface PreviewProps {
  readonly text: string;
  /** Line of the caret in the text, counted from 0. */
  readonly line: number;
  /** It has the height of the text area beside it and follows the caret; otherwise it only opens at the caret. */
  readonly beside: boolean;
}

/** Keeps the block at the caret in view and marks it. Returns the ref of the box, and a callback for rendered parts. */
function useCaretInView(parts: readonly string[], line: number, beside: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const place = useRef({ parts, line });
  const isOpened = useRef(false);
  const follow = useCallback(() => {
    const pane = box.current;
    const found = partOfLine(place.current.parts, place.current.line);
    const part = pane?.children[found.part];
    if (pane === null || !(part instanceof HTMLElement)) return;
    const block = blockAt(part, found.line);
    pane.querySelector(`[${mark}]`)?.removeAttribute(mark);
    if (block === null) return;
    block.setAttribute(mark, '');
    // A part that the browser has not laid out yet would report wrong positions of its blocks.
    for (const other of pane.querySelectorAll<HTMLElement>(':scope > [style]'))
      other.style.contentVisibility = '';
    part.style.contentVisibility = 'visible';
    if (beside) {
      pane.scrollTop += scrollFor(pane.getBoundingClientRect(), block.getBoundingClientRect(), margin);
    } else if (!isOpened.current) {
      isOpened.current = true;
      if (found.line > 0 || found.part > 0) block.scrollIntoView({ block: 'center' });
    }
  }, [beside]);
  // Runs before the effects of the parts, which may be rendered by then.
  useInsertionEffect(() => {
    place.current = { parts, line };
  }, [parts, line]);
  useEffect(follow, [follow, line]);
  return { box, follow };
}

/** The text as a record shows it. It is updated after a pause in typing, and rendering yields to the next key press. */
export function Preview({ text, line, beside }: PreviewProps) {
  const shown = useDeferredValue(useDebounced(text, pause));
  const parts = useMemo(() => previewParts(shown), [shown]);
  const { box, follow } = useCaretInView(parts, line, beside);
  return (
    <PreviewPane ref={box} label="Preview" beside={beside}>
      {shown.trim() === '' ? (
        <Text as="p" tone="muted" size="dense">
          Nothing to preview yet.
        </Text>
      ) : (
        parts.map((part, index) => <Part key={index} text={part} onRendered={follow} />)
      )}
    </PreviewPane>
  );
}
