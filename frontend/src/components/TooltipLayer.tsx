import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styled from '@emotion/styled';
import { dialogs } from '@/keyboard/dialogs';
import { interceptKeys } from '@/keyboard/keyboard';
import { lineSafe } from '@/lib/text';
import { theme } from '@/theme/theme';
import { watchTips, type ShownTip } from './tips';

const { color, font, layer } = theme;

const Box = styled.div`
  position: fixed;
  top: 0;
  left: 0;
  z-index: ${layer.tooltip};
  width: max-content;
  max-width: min(48ch, calc(100vw - 16px));
  padding: 4px 12px;
  font: 400 14px/20px ${font.text};
  color: ${color.bright};
  background: ${color.raised};
  border: 1px solid ${color.edge};
  box-shadow: 0 0 0 1px ${color.void};
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

/** Distance in pixels from a tooltip to its target, and the minimum to the edge of the window. */
const gap = 6;
const margin = 8;

/** Places a tooltip centered above its target, or below if there is no room. */
function positionTip(box: HTMLElement, target: HTMLElement): void {
  box.style.translate = 'none';
  const { left, top, bottom, width } = target.getBoundingClientRect();
  // Its own origin: inside a transformed dialog this is not the corner of the window.
  const own = box.getBoundingClientRect();
  const last = document.documentElement.clientWidth - margin - own.width;
  const x = Math.max(margin, Math.min(left + (width - own.width) / 2, last));
  const above = top - gap - own.height;
  const y = above < margin ? bottom + gap : above;
  box.style.translate = `${Math.round(x - own.left)}px ${Math.round(y - own.top)}px`;
}

/**
 * Connects a tooltip with its target by `aria-describedby`, unless it only repeats the name. Returns a function that
 * disconnects it.
 */
function describe({ target, text }: ShownTip, id: string): (() => void) | undefined {
  if ((target.getAttribute('aria-label') ?? target.textContent) === text) return undefined;
  const before = target.getAttribute('aria-describedby');
  target.setAttribute('aria-describedby', before === null ? id : `${before} ${id}`);
  return () => {
    if (before === null) target.removeAttribute('aria-describedby');
    else target.setAttribute('aria-describedby', before);
  };
}

function Tip({ shown }: { readonly shown: ShownTip }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) positionTip(box.current, shown.target);
    return describe(shown, id);
  }, [id, shown]);
  return (
    <Box ref={box} id={id} role="tooltip">
      {lineSafe(shown.text)}
    </Box>
  );
}

/** The landmark or dialog that contains the target, so that screen reader users find the tooltip there. */
function containerOf({ target }: ShownTip): HTMLElement {
  return target.closest<HTMLElement>(`${dialogs}, main, header, footer`) ?? document.body;
}

/** The only tooltip of the page, shown at the current target; see `tips.ts`. */
export function TooltipLayer() {
  const [shown, setShown] = useState<ShownTip | null>(null);
  useEffect(() => {
    const { stop, close } = watchTips(setShown);
    // Every key closes it and keeps its effect, except Escape within a dialog, which then stays open.
    const free = interceptKeys((key) => {
      const closed = close();
      return key === 'Escape' && closed !== null && closed.closest(dialogs) !== null;
    });
    return () => {
      free();
      stop();
    };
  }, []);
  return shown && createPortal(<Tip shown={shown} />, containerOf(shown));
}
