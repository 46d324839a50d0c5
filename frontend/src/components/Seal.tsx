import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';
import type { Tone } from './Text';
import { tip } from './tips';
import { VisuallyHidden } from './VisuallyHidden';

const { color, font, media } = theme;

const Box = styled('button', omitProps('tone'))<{ readonly tone: Tone }>`
  display: flex;
  align-items: center;
  gap: 8px;
  width: 100%;
  min-height: 40px;
  padding: 0 12px;
  font: 400 14px/24px ${font.text};
  text-align: left;
  white-space: nowrap;
  color: ${({ tone }) => color[tone]};
  background: none;
  border: 1px solid currentColor;
  cursor: pointer;

  &:hover {
    background: ${color.raised};
  }

  b {
    font-weight: 600;
    letter-spacing: 0.06em;
  }

  small {
    font-size: inherit;
    color: ${color.muted};
    overflow: hidden;
    text-overflow: ellipsis;
  }

  svg {
    flex: none;
    ${mixin.icon}
  }

  ${media.phone} {
    min-height: 44px;
  }
`;

/** The stamp: intact, broken, or not yet verified. */
const marks = {
  ok: 'M2 2h12v12H2zM4.5 8.5 7 11 11.5 5.5',
  danger: 'M2 2h12v12H2zM9 2 7 7l3 2-3 5',
  pending: 'M2 2h12v12H2zM5 8h1M7.5 8h1M10 8h1',
} as const;

const tones: Readonly<Record<keyof typeof marks, Tone>> = { ok: 'ok', danger: 'danger', pending: 'warn' };

interface SealProps {
  readonly state: keyof typeof marks;
  /** The result, in upper case. */
  readonly title: string;
  /** The action of pressing it. */
  readonly action: string;
  readonly onPress: () => void;
  /** A short explanation of the result. */
  readonly children: ReactNode;
}

/** The result of an integrity check as a stamp; pressing it verifies again. The result is announced. */
export function Seal({ state, title, action, onPress, children }: SealProps) {
  return (
    <div>
      <Box
        type="button"
        tone={tones[state]}
        {...tip(action)}
        aria-busy={state === 'pending'}
        onClick={onPress}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={marks[state]} />
        </svg>
        <b>{title}</b> <small>{children}</small>
        <VisuallyHidden>. {action}</VisuallyHidden>
      </Box>
      {/* Inside the button it would not be announced. */}
      <VisuallyHidden role="status">{title}</VisuallyHidden>
    </div>
  );
}
