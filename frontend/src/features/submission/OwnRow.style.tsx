import { useId, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { Isolated } from '@/components/Isolated';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

/** Three lines of 24 and even air: 96 pixels. */
const Box = styled.article`
  display: grid;
  grid-template-columns: 104px minmax(0, 1fr) 96px 128px 216px;
  gap: 0 16px;
  align-items: start;
  position: relative;
  padding: 12px ${length.inset};
  font: 400 14px/24px ${font.text};

  &::before {
    ${mixin.rule}
  }

  h2 + &::before {
    content: none;
  }

  &:hover,
  &:focus-within {
    background: ${color.raised};
  }

  ${media.belowWide} {
    grid-template-columns: 104px minmax(0, 1fr) 128px;
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 12px;
  }
`;

const State = styled.span`
  padding-top: 2px;

  ${media.phone} {
    grid-column: 1;
    grid-row: 2;
  }
`;

const Title = styled.h3`
  font: 600 16px/24px ${font.text};
  min-width: 0;

  button {
    display: block;
    max-width: 100%;
    padding: 0;
    ${mixin.bare}
    font: inherit;
    text-align: left;
    color: ${color.bright};
    ${mixin.cut}
    cursor: pointer;
  }

  button:hover {
    text-decoration: underline;
    text-underline-offset: 4px;
  }

  button[aria-expanded='true'] {
    white-space: normal;
    overflow-wrap: anywhere;
  }

  ${media.phone} {
    grid-column: 1 / -1;
    grid-row: 1;

    button {
      min-height: 44px;
    }
  }
`;

const Day = styled.time`
  color: ${color.muted};

  ${media.belowWide} {
    display: none;
  }
`;

const Steps = styled.span`
  display: flex;
  align-items: center;
  gap: 12px;
  color: ${color.muted};
  white-space: nowrap;

  ${media.phone} {
    grid-column: 2;
    grid-row: 2;
  }
`;

const Cells = styled.span`
  display: inline-flex;
  gap: 4px;
`;

const fills = { approved: color.text, rejected: color.danger, open: 'transparent' } as const;

const Cell = styled('i', omitProps('state'))<{ readonly state: keyof typeof fills }>`
  width: 16px;
  height: 8px;
  border: 1px solid ${({ state }) => (state === 'open' ? color.edge : fills[state])};
  background: ${({ state }) => fills[state]};
`;

const Words = styled('p', omitProps('whole'))<{ readonly whole: boolean }>`
  grid-column: 2 / 5;
  max-width: 76ch;
  color: ${color.text};
  overflow-wrap: anywhere;
  ${({ whole }) =>
    whole
      ? 'white-space:pre-line;'
      : 'display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:2;'}

  small {
    font-size: inherit;
    color: ${color.muted};
  }

  ${media.belowWide} {
    grid-column: 2 / 4;
  }

  ${media.phone} {
    grid-column: 1 / -1;
    -webkit-line-clamp: 4;
  }
`;

const Action = styled.span`
  grid-column: 5;
  grid-row: 1 / 3;
  justify-self: end;
  margin-top: -4px;

  ${media.belowWide} {
    grid-column: 2 / -1;
    grid-row: auto;
    justify-self: start;
    margin-top: 8px;
  }

  ${media.phone} {
    display: grid;
    grid-column: 1 / -1;
    justify-self: stretch;
  }
`;

const Whole = styled.div`
  grid-column: 2 / -1;
  min-width: 0;
  padding-top: 12px;
  font: ${font.body};

  ${media.phone} {
    grid-column: 1 / -1;
  }
`;

interface OwnRowProps {
  readonly title: string;
  /** The status, a badge. */
  readonly state: ReactNode;
  /** The day it was submitted, `YYYY-MM-DD`. */
  readonly day: string;
  /** How each step of its review ended. */
  readonly steps: readonly (keyof typeof fills)[];
  /** The reviewer's words; cut after two lines while the row is closed. */
  readonly quote: string | null;
  readonly note: string;
  readonly action?: ReactNode;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** The whole text, while the row is open. */
  readonly children: ReactNode;
}

/** A submission as its author sees it. Its title opens the whole text in place. */
export function OwnRow({ title, state, day, steps, quote, note, action, open, ...rest }: OwnRowProps) {
  const id = useId();
  const taken = steps.filter((step) => step !== 'open').length;
  return (
    <Box aria-labelledby={`${id}-title`}>
      <State>{state}</State>
      <Title id={`${id}-title`}>
        <button
          type="button"
          title={title}
          aria-expanded={open}
          aria-controls={open ? `${id}-whole` : undefined}
          onClick={rest.onToggle}
        >
          <Isolated>{title}</Isolated>
        </button>
      </Title>
      <Day dateTime={day}>{day}</Day>
      <Steps>
        <Cells aria-hidden="true">
          {steps.map((step, index) => (
            <Cell key={index} state={step} />
          ))}
        </Cells>
        <span>
          {taken} of {steps.length}
        </span>
      </Steps>
      <Words whole={open} title={open || quote === null ? undefined : quote}>
        {quote !== null && (
          <>
            <Isolated>{`"${quote}"`}</Isolated>{' '}
          </>
        )}
        <small>{note}</small>
      </Words>
      {action !== undefined && <Action>{action}</Action>}
      {open && <Whole id={`${id}-whole`}>{rest.children}</Whole>}
    </Box>
  );
}
