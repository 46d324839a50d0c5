import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { footBar } from '@/components/footBars';
import { TextScroll } from '@/records/desk/Desk';
import { theme } from '@/theme/theme';
import { Caption } from './Caption.style';

const { color, font, media } = theme;

const Pane = styled.section`
  position: relative;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  padding-top: 8px;
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 12px;
  align-items: center;
  margin: 0 24px;
  padding: 8px 0 16px;
  border-bottom: 1px dashed ${color.hair};

  > div {
    flex: 0 1 256px;
    min-width: 0;
  }

  select {
    font: 400 14px/22px ${font.text};
  }

  > fieldset {
    margin-left: auto;
  }

  ${media.phone} {
    margin: 0 16px;

    > div {
      flex: 1 1 100%;
    }

    > svg {
      display: none;
    }
  }
`;

const Arrow = styled.svg`
  flex: none;
  width: 16px;
  height: 16px;
  fill: none;
  stroke: ${color.bright};
  stroke-width: 1.5;
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 24px;
  align-items: center;
  padding: 12px 24px;
  font: 400 14px/24px ${font.text};
  color: ${color.text};
  background: ${color.raised};
  border-top: 1px solid ${color.edge};

  > span {
    flex: 1 1 240px;
  }

  ${media.phone} {
    padding: 12px 16px;

    > button {
      flex: 1;
    }
  }
`;

interface ComparePaneProps {
  /** `Version 2 to 4`. */
  readonly title: string;
  readonly from: ReactNode;
  readonly to: ReactNode;
  readonly mode: ReactNode;
  readonly children: ReactNode;
  /** The actions for the shown version; `null` for none. */
  readonly foot: ReactNode;
}

export function ComparePane({ title, from, to, mode, children, foot }: ComparePaneProps) {
  return (
    <Pane aria-labelledby="compare-title">
      <Caption>
        <h2 id="compare-title">{title}</h2>
      </Caption>
      <Head>
        {from}
        <Arrow viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2.5 8h10M9 3.5 13.5 8 9 12.5" />
        </Arrow>
        {to}
        {mode}
      </Head>
      <TextScroll role="region" aria-label="Comparison" tabIndex={0}>
        {children}
      </TextScroll>
      {foot !== null && <Foot ref={footBar}>{foot}</Foot>}
    </Pane>
  );
}
