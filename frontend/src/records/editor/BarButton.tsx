import { createContext, use, type ComponentProps } from 'react';
import { tip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { Glyph, Icon, Tool, Words } from './EditorBar.style';

/** The button that Tab reaches. Arrow keys move to the others. */
export const TabStop = createContext<{ readonly entry: string; readonly onEntry: (label: string) => void }>({
  entry: '',
  onEntry: () => undefined,
});

interface BarButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly label: string;
  /** Shown instead of the label. */
  readonly glyph?: string;
  /** SVG path of the icon, in a square of 16 pixels. */
  readonly icon?: string;
  /** Shown with the label, where there is room. */
  readonly hotkey?: string;
  /** The label is only for screen readers. */
  readonly bare?: boolean;
  /** The button is outside the bar, with a tab stop of its own. */
  readonly isAlone?: boolean;
}

/** A button of the bar. All buttons of a bar share one tab stop. */
export function BarButton(props: BarButtonProps) {
  const { label, glyph, icon, hotkey, bare = glyph !== undefined, isAlone = false, ...button } = props;
  const { entry, onEntry } = use(TabStop);
  return (
    <Tool
      type="button"
      tabIndex={isAlone || entry === label ? 0 : -1}
      onFocus={() => onEntry(label)}
      // Keeps the focus and the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      aria-keyshortcuts={hotkey?.replace('Ctrl', 'Control').replaceAll(' ', '+')}
      {...tip(hotkey === undefined ? (bare ? label : undefined) : `${label}, ${hotkey}`)}
      {...button}
    >
      {glyph !== undefined && (
        <Glyph aria-hidden="true" data-italic={glyph === 'I' || undefined}>
          {glyph}
        </Glyph>
      )}
      {icon !== undefined && <Icon path={icon} />}
      {bare ? <VisuallyHidden>{label}</VisuallyHidden> : <Words>{label}</Words>}
    </Tool>
  );
}
