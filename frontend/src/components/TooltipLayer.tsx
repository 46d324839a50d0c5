import { useEffect, useRef, useState } from 'react';
import styled from '@emotion/styled';
import * as Radix from '@radix-ui/react-tooltip';
import { useScope } from '@/keyboard/useScope';
import { lineSafe } from '@/lib/text';
import { theme } from '@/theme/theme';
import { tipTimes, watchTips, type ShownTip } from './tips';

const { color, font, layer } = theme;

const Box = styled(Radix.Content)`
  z-index: ${layer.tooltip};
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

/** Ties a tooltip to what it explains, for readers of speech, unless it only repeats the name. */
function useDescription(shown: ShownTip | null, trigger: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    if (shown === null) return undefined;
    const { target, text } = shown;
    const id = trigger.current?.getAttribute('aria-describedby') ?? null;
    const name = target.getAttribute('aria-label') ?? target.textContent;
    if (id === null || name === text) return undefined;
    const before = target.getAttribute('aria-describedby');
    target.setAttribute('aria-describedby', before === null ? id : `${before} ${id}`);
    return () => {
      if (before === null) target.removeAttribute('aria-describedby');
      else target.setAttribute('aria-describedby', before);
    };
  }, [shown, trigger]);
}

/** The part of the page that a tooltip belongs to, for readers of speech who go from landmark to landmark. */
function containerOf({ target }: ShownTip): HTMLElement {
  return (
    target.closest<HTMLElement>('[role=dialog], [role=alertdialog], main, header, footer') ?? document.body
  );
}

/** Lays the trigger over the element that is explained. */
function placeOf({ target }: ShownTip) {
  const { left, top, width, height } = target.getBoundingClientRect();
  return { position: 'fixed', left, top, width, height } as const;
}

/** The one tooltip of the page. It stands at whatever element is being explained; see `tips.ts`. */
export function TooltipLayer() {
  const [shown, setShown] = useState<ShownTip | null>(null);
  const trigger = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const closeTip = useRef<() => void>(() => undefined);

  useEffect(() => {
    const { stop, close } = watchTips(setShown, (element) => box.current?.contains(element) === true);
    closeTip.current = close;
    return stop;
  }, []);
  useDescription(shown, trigger);
  // It takes no key from anything. Escape is the tooltip's own.
  useScope('layer', ({ key }) => {
    if (key !== 'Escape') closeTip.current();
    return null;
  });

  if (shown === null) return null;
  return (
    <Radix.Provider delayDuration={tipTimes.delay} skipDelayDuration={tipTimes.skip}>
      <Radix.Root
        open
        onOpenChange={(open) => {
          if (!open) closeTip.current();
        }}
      >
        <Radix.Trigger asChild>
          <span ref={trigger} aria-hidden="true" style={{ ...placeOf(shown), pointerEvents: 'none' }} />
        </Radix.Trigger>
        <Radix.Portal container={containerOf(shown)}>
          <Box ref={box} sideOffset={6} collisionPadding={8}>
            {lineSafe(shown.text)}
          </Box>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
