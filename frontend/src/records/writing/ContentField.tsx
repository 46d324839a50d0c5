import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { footBar } from '@/components/footBars';
import type { FieldBinding } from '@/components/form/Form';
import { Segments } from '@/components/form/Segments';
import { PicturesBeingWritten } from '@/components/picture/PicturesOfText';
import { useIsPhone, useIsWide } from '@/components/useMedia';
import { textKeys } from '@/keyboard/keys';
import { textLimits } from '@/lib/recordText';
import { countCharacters, formatCount, plural } from '@/lib/text';
import { BarButton, EditorBar, Gap, MarkdownHelp, PictureTool } from '../editor/parts';
import { useFullScreen } from '../editor/useFullScreen';
import {
  FillStyles,
  FullScreenStyles,
  Pane,
  Panes,
  PhoneBar,
  PhoneLine,
  WritingBox,
} from './ContentField.style';
import { LinkTextarea, type Linking } from './LinkTextarea';
import { PictureRows } from './pictures/PictureRows';
import type { PictureUploads } from './pictures/usePictureUploads';
import { Preview, PreviewPane } from './Preview';

/** What is shown beside the text, or instead of it if there is room for only one. */
export type ContentView = 'write' | 'preview' | 'help' | 'guide';

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const;

const icons = {
  help: 'M5.5 6a2.5 2.5 0 1 1 3.5 2.2L8 9v1.5M8 13v.5',
  full: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4',
  preview: 'M1.5 8Q8 1.5 14.5 8 8 14.5 1.5 8zM8 6.5v3',
} as const;

interface ContentFieldProps {
  readonly field: FieldBinding;
  readonly required?: boolean;
  /** Maximum length of the text, in characters. */
  readonly limit?: number;
  readonly view: ContentView;
  readonly onView: (view: ContentView) => void;
  readonly linking: Linking;
  readonly pictures: PictureUploads;
  /** The form has no room for the text and its preview side by side. */
  readonly narrow?: boolean;
  /** Beside its preview the text has what is left of the window's height. */
  readonly fills?: boolean;
  readonly placeholder?: string;
  /** What stands beside a text in the view `guide`, and in place of the preview of an empty one. */
  readonly guide?: ReactNode;
}

/** The message that a text is over its limit; `undefined` if it is not. */
function useTooLong(text: string, limit: number): string | undefined {
  // Counted after the key press has been rendered.
  const counted = useDeferredValue(text);
  const over = useMemo(() => countCharacters(counted), [counted]) - limit;
  if (over <= 0) return undefined;
  return `${plural(over, 'character')} over the limit of ${formatCount(limit)}. Shorten the text to submit it.`;
}

/** Which of text, preview and help are shown, and the functions that change this. */
function usePanes({ view, onView, narrow = false, fills = false }: ContentFieldProps) {
  const isWide = useIsWide() && !narrow;
  const [hasPreview, setPreview] = useState(true);
  const side = view === 'write' ? (isWide && hasPreview ? 'preview' : null) : view;
  return {
    side,
    isBeside: isWide,
    fills: fills && isWide,
    isTextShown: isWide || side === null,
    showText: () => flushSync(() => onView(isWide ? view : 'write')),
    toggleHelp: () => onView(view === 'help' ? 'write' : 'help'),
    togglePreview: () => {
      const next = side !== 'preview';
      setPreview(next);
      onView(next && !isWide ? 'preview' : 'write');
    },
  };
}

interface SideProps extends ContentFieldProps {
  readonly side: ContentView | null;
  /** The line of the caret. */
  readonly line: number;
  readonly isBeside: boolean;
}

/** What is beside the text, or in its place. */
function Side({ side, line, isBeside, field: { value }, pictures, guide }: SideProps) {
  const isGuided = side === 'guide' || (side === 'preview' && value.trim() === '' && guide !== undefined);
  if (isGuided)
    return (
      <PreviewPane label="Guidelines" beside={isBeside}>
        {guide}
      </PreviewPane>
    );
  if (side === 'help')
    return (
      <PreviewPane label="Markdown help" beside={isBeside}>
        <MarkdownHelp />
      </PreviewPane>
    );
  return (
    side === 'preview' && (
      <PicturesBeingWritten value={pictures.written}>
        <Preview text={value} line={line} beside={isBeside} />
      </PicturesBeingWritten>
    )
  );
}

/**
 * The text of a record with its tools and its preview. The preview is beside the text on a wide screen and otherwise in
 * its place; the help takes the place of the preview.
 */
export function ContentField(props: ContentFieldProps) {
  const {
    field,
    required = false,
    limit = textLimits.content,
    view,
    onView,
    linking,
    pictures,
    placeholder,
  } = props;
  const { error, ...binding } = field;
  const bound = pictures.bind(binding);
  const isPhone = useIsPhone();
  const panes = usePanes(props);
  const { side, isBeside, isTextShown } = panes;
  const area = useRef<HTMLTextAreaElement>(null);
  const [isFull, toggleFull] = useFullScreen(area);
  const [line, setLine] = useState(0);
  const tooLong = useTooLong(binding.value, limit);
  const isFilling = panes.fills && !isFull;
  const viewed = { 'aria-pressed': side === 'preview', onClick: panes.togglePreview };
  const helped = {
    label: 'Markdown help',
    icon: icons.help,
    'aria-pressed': side === 'help',
    onClick: panes.toggleHelp,
  };
  const filled = {
    label: 'Full screen',
    icon: icons.full,
    'aria-pressed': isFull,
    hotkey: textKeys.fullScreen,
    onClick: toggleFull,
  };

  return (
    <WritingBox data-full={isFull || undefined} data-fill={isFilling || undefined}>
      {isFull && <FullScreenStyles />}
      {isFilling && <FillStyles />}
      {isPhone ? (
        <PhoneLine>
          <Segments<ContentView> label="View" options={views} value={view} onChange={onView} />
          <BarButton {...helped} bare isAlone />
          <BarButton {...filled} bare isAlone />
        </PhoneLine>
      ) : (
        <EditorBar area={area} onText={panes.showText} picture={<PictureTool pictures={pictures} />}>
          <Gap />
          <BarButton {...helped} />
          <BarButton {...filled} />
          <BarButton label="Preview" icon={icons.preview} {...viewed} />
        </EditorBar>
      )}
      <Panes data-split={isBeside && side !== null}>
        {/* Stays on the page, so that its selection and its undo history are kept. */}
        <Pane data-text hidden={!isTextShown}>
          <LinkTextarea
            linking={linking}
            label="Content"
            hideLabel
            required={required}
            placeholder={placeholder}
            {...bound}
            ref={(box) => {
              area.current = box;
              bound.ref(box);
            }}
            onSelect={({ currentTarget: { value, selectionStart } }) =>
              setLine(value.slice(0, selectionStart).split('\n').length - 1)
            }
            error={tooLong ?? error}
          />
        </Pane>
        <Side {...props} side={side} line={line} isBeside={isBeside} />
      </Panes>
      <PictureRows pictures={pictures} text={binding.value} />
      {isPhone && (
        <PhoneBar ref={footBar} data-sticky>
          <EditorBar area={area} onText={panes.showText} picture={<PictureTool pictures={pictures} />} />
        </PhoneBar>
      )}
    </WritingBox>
  );
}
