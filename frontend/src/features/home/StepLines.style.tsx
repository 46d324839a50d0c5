import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { Button, LinkButton } from '@/components/Button';
import { KeyCap } from '@/components/Kbd';
import { Text } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

const List = styled.ol`
  margin: 0 calc(-1 * ${length.inset});
`;

const Line = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: 24px minmax(0, 1fr) auto;
  gap: 0 16px;
  align-items: center;
  min-height: 56px;
  padding: 8px ${length.inset};

  & + &::before {
    ${mixin.rule}
  }

  h3 {
    font: 600 16px/24px ${font.text};
    color: ${color.bright};
  }

  p {
    font: 400 14px/20px ${font.text};
    color: ${color.text};
    overflow-wrap: anywhere;
  }

  code {
    font: inherit;
    color: ${color.bright};
  }

  &[data-done] {
    min-height: 40px;
    color: ${color.muted};
  }

  &[data-done] h3 {
    font-weight: 400;
    color: ${color.muted};
  }

  ${media.phone} {
    grid-template-columns: 20px minmax(0, 1fr);
    gap: 0 12px;
    align-items: start;

    > :nth-child(3) {
      grid-column: 2;
      justify-self: start;
      margin-top: 8px;
    }

    &[data-done] {
      grid-template-columns: 20px minmax(0, 1fr) auto;
      align-items: center;
    }

    &[data-done] > :nth-child(3) {
      grid-column: 3;
      margin-top: 0;
    }
  }
`;

const Number = styled.span`
  font: 400 32px/24px ${font.display};
  color: ${color.accent};
`;

const Box = styled.span`
  display: grid;
  place-items: center;
  width: 20px;
  height: 20px;
  border: 1px solid ${color.edge};
  background: ${color.raised};

  [data-done] > & {
    color: ${color.ok};
    background: none;
    border-color: ${color.hair};
  }

  svg {
    ${mixin.icon}
    stroke-width: 1.5;
  }
`;

/** At the right edge; on a phone below the text. */
const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 8px;
  align-items: center;
  justify-content: end;

  button {
    margin-right: -8px;
  }

  &:empty {
    display: none;
  }

  ${media.phone} {
    gap: 0 24px;

    button {
      margin: 0;
    }
  }
`;

const Foot = styled.div`
  display: flex;
  justify-content: space-between;
  gap: 16px;
  align-items: center;
  min-height: 40px;
  border-top: 1px dashed ${color.hair};
  font: ${font.dense};
  color: ${color.muted};
`;

export interface StepLine {
  readonly id: string;
  readonly heading: string;
  readonly text: ReactNode;
  readonly isDone: boolean;
  /** Ticks or unticks it by hand; `null` if only performing the step counts. */
  readonly tick: { readonly label: string; readonly onTick: () => void } | null;
  /** The screen on which the step is performed; `null` if it is not performed in the terminal. */
  readonly way: { readonly to: string; readonly name: string; readonly hotkey: string | null } | null;
}

interface StepLinesProps {
  readonly steps: readonly StepLine[];
  /** The steps are numbered and cannot be ticked. */
  readonly isNumbered: boolean;
  /** The first open step has the primary button of the screen. */
  readonly hasButton: boolean;
  /** Index of the first row among those of the screen. */
  readonly firstRow: number;
  readonly foot?: ReactNode;
}

/** Steps for a new account. Completed ones come first, on one line each. */
export function StepLines({ steps, isNumbered, hasButton, firstRow, foot }: StepLinesProps) {
  const done = steps.filter(({ isDone }) => isDone);
  const open = steps.filter(({ isDone }) => !isDone);
  const filled = hasButton ? open.find(({ way }) => way !== null) : undefined;
  return (
    <>
      <List>
        {done.map(({ id, heading, tick }) => (
          <Line key={id} data-done>
            <Box>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M2.5 8.5 6.5 12.5 13.5 4" />
              </svg>
            </Box>
            <h3>{heading}</h3>
            {tick === null ? (
              <Text tone="muted" size="dense">
                done
              </Text>
            ) : (
              <Tick heading={heading} {...tick} />
            )}
          </Line>
        ))}
        {open.map((step, index) => (
          <Line key={step.id} data-row={firstRow + index}>
            {isNumbered ? <Number aria-hidden="true">{done.length + index + 1}</Number> : <Box />}
            <div>
              <h3>{step.heading}</h3>
              <p>{step.text}</p>
            </div>
            <Ways>
              <Way step={step} isFilled={step === filled} />
              {step.tick !== null && <Tick heading={step.heading} {...step.tick} />}
            </Ways>
          </Line>
        ))}
      </List>
      {foot !== undefined && <Foot>{foot}</Foot>}
    </>
  );
}

type TickProps = Pick<StepLine, 'heading'> & NonNullable<StepLine['tick']>;

function Tick({ heading, label, onTick }: TickProps) {
  return (
    <Button size="sm" variant="flat" onClick={onTick}>
      {label}
      <VisuallyHidden>: {heading}</VisuallyHidden>
    </Button>
  );
}

function Way({ step: { heading, way }, isFilled }: { readonly step: StepLine; readonly isFilled: boolean }) {
  if (way === null) return null;
  const about = <VisuallyHidden>: {heading}</VisuallyHidden>;
  return isFilled ? (
    <LinkButton to={way.to} variant="primary">
      {way.name}
      {about} {way.hotkey !== null && <KeyCap>{way.hotkey}</KeyCap>}
    </LinkButton>
  ) : (
    <Text size="dense">
      <TextLink to={way.to}>
        {way.name}
        {about}
      </TextLink>
    </Text>
  );
}
