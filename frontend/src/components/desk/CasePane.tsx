import { useEffect, useRef, type ReactNode } from 'react';
import { Global } from '@emotion/react';
import styled from '@emotion/styled';
import { KeyHint } from '@/components/Kbd';
import { tip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { lineSafe } from '@/lib/text';
import { theme } from '@/theme/theme';
import { Caption } from './Caption';

const { color, font, layer, length, media } = theme;

const Pane = styled.article`
  position: relative;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;

  ${media.belowTablet} {
    min-height: calc(100dvh - ${length.masthead} - ${length.statusBar});
    margin: -24px -24px;
    background: ${color.panel};
  }

  ${media.phone} {
    min-height: calc(100dvh - ${length.masthead});
    margin: -16px -16px;
  }
`;

const Scroll = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  padding: 24px;

  &:focus-visible {
    outline-offset: -2px;
  }

  ${media.belowTablet} {
    overflow: visible;
  }

  ${media.phone} {
    padding: 16px;
  }
`;

const Title = styled.h2`
  font: 600 20px/24px ${font.text};
  color: ${color.bright};
  margin-bottom: 12px;

  &:focus-visible {
    outline: 0;
  }
`;

const Top = styled.nav`
  position: sticky;
  top: ${length.masthead};
  z-index: ${layer.bars};
  display: flex;
  gap: 8px;
  align-items: center;
  min-height: 44px;
  padding: 0 8px;
  font: 400 14px/24px ${font.text};
  color: ${color.muted};
  background: ${color.panel};
  border-bottom: 1px solid ${color.hair};

  > span:last-of-type {
    margin-left: auto;
  }
`;

const Arrow = styled.button`
  display: grid;
  place-items: center;
  min-width: 44px;
  min-height: 44px;
  color: ${color.text};
  background: none;
  border: 0;
  cursor: pointer;

  &:disabled {
    color: ${color.muted};
    opacity: 0.5;
    cursor: not-allowed;
  }

  svg {
    width: 16px;
    height: 16px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
  }
`;

/** On a phone, the bar at the foot of the page gives its place to the decision bar. */
const withoutStatusBar = `${media.phone}{#root footer[data-bar],body footer[data-bar]{display:none}}`;

/** Where a case stands in its queue, for a page that shows nothing else. */
export interface CasePlace {
  /** From 1; `null` for a case that is not in the queue. */
  readonly position: number | null;
  readonly of: number;
  readonly onBack: () => void;
  readonly onNext: (() => void) | null;
}

interface CasePaneProps {
  /** Changes with the case. */
  readonly id: string;
  /** `SUB-7C20E1`. */
  readonly label: string;
  readonly title: string;
  /** The keys of the case, for the upper edge. */
  readonly keys: ReactNode;
  /** Facts, notes and the text. */
  readonly children: ReactNode;
  /** The decision bar, or the line in its place. */
  readonly bar: ReactNode;
  /** Set where the case is a page of its own. */
  readonly place: CasePlace | null;
}

/** One case of a desk: its text with a scroll of its own, and the decision bar under it. */
export function CasePane({ id, label, title, keys, children, bar, place }: CasePaneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const alone = place !== null;
  useEffect(() => {
    if (!alone) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [alone, id]);

  return (
    <Pane aria-labelledby="case-title">
      {place === null ? (
        <>
          <Caption>{label}</Caption>
          <KeyHint>
            <Caption end>{keys}</Caption>
          </KeyHint>
        </>
      ) : (
        <PlaceBar label={label} place={place} />
      )}
      <Scroll key={id} {...(alone ? {} : { role: 'region', 'aria-label': 'Text of the case', tabIndex: 0 })}>
        <Title ref={heading} id="case-title" as={alone ? 'h1' : 'h2'} tabIndex={-1}>
          {lineSafe(title)}
        </Title>
        {children}
      </Scroll>
      {bar}
    </Pane>
  );
}

function PlaceBar({ label, place }: { readonly label: string; readonly place: CasePlace }) {
  const { position, of, onBack, onNext } = place;
  return (
    <>
      <Global styles={withoutStatusBar} />
      <Top aria-label="Place in the queue">
        <Arrow type="button" {...tip('Back to the queue')} onClick={onBack}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M13.5 8h-10M7 3.5 2.5 8 7 12.5" />
          </svg>
          <VisuallyHidden>Back to the queue</VisuallyHidden>
        </Arrow>
        <span>{label}</span>
        <span>{position === null ? '' : `${position} / ${of}`}</span>
        <Arrow type="button" disabled={onNext === null} onClick={() => onNext?.()}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M6 3.5 10.5 8 6 12.5" />
          </svg>
          <VisuallyHidden>Next case</VisuallyHidden>
        </Arrow>
      </Top>
    </>
  );
}
