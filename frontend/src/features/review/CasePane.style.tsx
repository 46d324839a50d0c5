import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Global } from '@emotion/react';
import styled from '@emotion/styled';
import { cutTip, tip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { lineSafe } from '@/lib/text';
import { TextScroll } from '@/records/desk/Desk';
import { mixin, theme } from '@/theme/theme';
import { CaseHead } from './caseHead';

const { color, font, layer, length, media } = theme;

/** Beside its queue its parts are those of the desk. */
const Pane = styled.article`
  display: contents;

  ${media.belowTablet} {
    display: flex;
    flex-direction: column;
    min-height: calc(100dvh - ${length.masthead} - ${length.statusBar});
    margin: -24px -24px;
    background: ${color.panel};
  }

  ${media.phone} {
    min-height: calc(100dvh - ${length.masthead});
    margin: -16px -16px;
  }
`;

const Body = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
`;

const Head = styled.header`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 16px;
  align-items: center;
  padding: 4px 24px 3px;
  border-bottom: 1px solid ${color.hair};
`;

/** The title is cut before the parts beside it. */
const TitleLine = styled.div`
  display: flex;
  gap: 16px;
  align-items: center;
  min-width: 0;
  height: 24px;
`;

const HeadTitle = styled.h2`
  font: 600 20px/24px ${font.text};
  color: ${color.bright};
  ${mixin.cut}

  &:focus-visible {
    outline: 0;
  }
`;

const HeadEnd = styled.div`
  grid-row: 1 / 3;
  grid-column: 2;
`;

/** Where a case puts what belongs into its head. */
const TitleEnd = styled.div`
  flex: none;

  button {
    min-height: 24px;
    padding-block: 0;
  }
`;

/** A title that the head has cut. */
const WholeTitle = styled.p`
  margin-bottom: 16px;
  font-weight: 600;
  color: ${color.bright};
`;

const Scroll = styled(TextScroll)`
  padding-top: 16px;
`;

const Title = styled.h1`
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
  ${mixin.bare}
  cursor: pointer;

  &:disabled {
    color: ${color.muted};
    opacity: 0.5;
    cursor: not-allowed;
  }

  svg {
    ${mixin.icon}
    stroke-width: 1.5;
  }
`;

/** On a phone, the bar at the foot of the page gives its place to the decision bar. */
const withoutStatusBar = `${media.phone}{#root footer[data-bar],body footer[data-bar]{display:none}}`;

/** The position of a case in its queue, for a page that shows nothing else. */
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
  /** What is known about it. */
  readonly facts?: ReactNode;
  /** Notes and the text. */
  readonly children: ReactNode;
  /** The decision bar, or the line in its place. */
  readonly bar: ReactNode;
  /** Set where the case is a page of its own. */
  readonly place: CasePlace | null;
}

/** A title longer than this is also the first thing in the text, where it is whole. */
const longTitle = 60;

/** One case of a desk: its head, its text with a scroll of its own, and the decision bar under it. */
export function CasePane({ id, label, title, facts, children, bar, place }: CasePaneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [titleEnd, setTitleEnd] = useState<HTMLElement | null>(null);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ titleEnd, end }), [titleEnd, end]);
  const alone = place !== null;
  const shown = lineSafe(title);
  useEffect(() => {
    if (!alone) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [alone, id]);

  if (alone)
    return (
      <Pane aria-labelledby="case-title">
        <PlaceBar label={label} place={place} />
        <Scroll key={id}>
          <Title ref={heading} id="case-title" tabIndex={-1}>
            {shown}
          </Title>
          {facts}
          {children}
        </Scroll>
        {bar}
      </Pane>
    );
  return (
    <CaseHead value={slots}>
      <Pane aria-labelledby="case-title">
        <Body>
          <Head>
            <TitleLine>
              <HeadTitle id="case-title" tabIndex={-1} {...cutTip(shown)}>
                {shown}
              </HeadTitle>
              <TitleEnd ref={setTitleEnd} />
            </TitleLine>
            <div>{facts}</div>
            <HeadEnd ref={setEnd} />
          </Head>
          <Scroll key={id} role="region" aria-label="Text of the case" tabIndex={0}>
            {shown.length > longTitle && <WholeTitle aria-hidden="true">{shown}</WholeTitle>}
            {children}
          </Scroll>
        </Body>
        {bar}
      </Pane>
    </CaseHead>
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

const Required = styled.p`
  display: grid;
  place-items: center;
  height: 72px;
  background: repeating-linear-gradient(
    to bottom,
    transparent 0 3px,
    ${color.edge} 3px 21px,
    transparent 21px 24px
  );

  > span {
    padding: 0 12px;
    font: 600 14px/24px ${font.text};
    letter-spacing: 0.08em;
    color: ${color.bright};
    background: ${color.panel};
    box-shadow: 0 0 0 1px ${color.edge};
  }
`;

/** Replaces the text of a case above the reviewer's level. The text is not in the page. */
export function LevelRequired({ level }: { readonly level: number }) {
  return (
    <Required>
      <span>LEVEL {level} REQUIRED</span>
    </Required>
  );
}

/** The steps of a case so far, under its text. */
export const CaseHistory = styled.div`
  margin-top: 24px;
  padding-top: 16px;
  border-top: 1px dashed ${color.hair};
`;
