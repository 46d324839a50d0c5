import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { Isolated } from '@/components/Isolated';
import { cutTip } from '@/components/tips';
import { theme } from '@/theme/theme';

const { color, font, length, media } = theme;

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 56px 112px auto;
  gap: 0 16px;
  align-items: center;
  min-height: 40px;
  padding: 0 ${length.inset};
  font: ${font.dense};
  color: ${color.muted};

  > :first-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    color: ${color.text};
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) 56px auto;
    min-height: 48px;

    > [data-cell='remark'] {
      display: none;
    }
  }
`;

interface ChoiceLineProps {
  readonly name: string;
  readonly level: ReactNode;
  readonly remark: string;
  /** The button that takes it. */
  readonly children: ReactNode;
}

/** An account that can be chosen for the form beside it. */
export function ChoiceLine({ name, level, remark, children }: ChoiceLineProps) {
  return (
    <Line>
      <span {...cutTip()}>
        <Isolated>{name}</Isolated>
      </span>
      <span>{level}</span>
      <span data-cell="remark">{remark}</span>
      {children}
    </Line>
  );
}
