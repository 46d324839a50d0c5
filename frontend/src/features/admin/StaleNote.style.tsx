import { useRef } from 'react';
import styled from '@emotion/styled';
import { tip } from '@/components/tips';
import { arrowTarget } from '@/records/desk/radioKeys';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const Box = styled.section`
  margin: 16px 0;
  padding: 12px 16px 12px 20px;
  font: 400 14px/24px ${font.text};
  color: ${color.text};
  background: ${color.raised};
  border-left: 4px solid ${color.warn};

  h2 {
    display: inline;
    font-size: 14px;
    font-weight: 600;
    letter-spacing: 0.04em;
    text-transform: uppercase;
    color: ${color.warn};
  }

  > p {
    display: inline;
  }
`;

const Choices = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 12px;
  margin-top: 12px;

  ${media.belowWide} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Card = styled.button`
  min-height: 44px;
  padding: 7px 11px;
  text-align: left;
  font: 400 12px/18px ${font.text};
  color: ${color.muted};
  background: ${color.panel};
  border: 1px solid ${color.edge};
  cursor: pointer;

  b {
    display: block;
    font: 600 14px/24px ${font.text};
    color: ${color.bright};
  }

  &:hover:not([aria-disabled]) {
    border-color: ${color.text};
  }

  &[aria-checked='true'] {
    border-color: ${color.text};
    box-shadow:
      inset 0 0 0 1px ${color.text},
      inset 0 -4px 0 ${color.text};
  }

  &[aria-disabled] {
    background: transparent;
    border-style: dashed;
    cursor: not-allowed;
  }

  &[aria-disabled] b {
    color: ${color.muted};
  }
`;

/** One way to go on with an outdated case. */
export interface StaleChoice {
  readonly value: string;
  readonly name: string;
  readonly effect: string;
  /** Why it cannot be chosen, as its tooltip; left out where it can. */
  readonly why?: string | undefined;
}

interface StaleWordsProps {
  readonly heading: string;
  readonly children: string;
}

/** Says that what a case changes has changed since, where the question about it comes later. */
export function StaleLead({ heading, children }: StaleWordsProps) {
  return (
    <Box as="div">
      <h2>{heading}</h2> <p>{children}</p>
    </Box>
  );
}

interface StaleNoteProps extends StaleWordsProps {
  readonly choices: readonly StaleChoice[];
  /** The chosen value; empty for none. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly disabled: boolean;
}

/**
 * Says that what a case changes has changed since, and asks how to go on: a group of radio buttons, which the keys 1 to 3
 * press. They are buttons, so that the single keys of the screen also work while one has the focus.
 */
export function StaleNote(props: StaleNoteProps) {
  const { heading, children, choices, value, onValue, disabled } = props;
  const box = useRef<HTMLDivElement>(null);
  const open = disabled ? [] : choices.filter(({ why }) => why === undefined);
  const entry = open.find((choice) => choice.value === value) ?? open[0] ?? choices[0];
  return (
    <Box aria-label={heading}>
      <h2>{heading}</h2> <p>{children}</p>
      <Choices ref={box} role="radiogroup" aria-label="How to go on">
        {choices.map((choice, index) => {
          const isOpen = open.includes(choice);
          return (
            <Card
              key={choice.value}
              type="button"
              role="radio"
              data-value={choice.value}
              aria-checked={choice.value === value}
              aria-disabled={!isOpen || undefined}
              aria-keyshortcuts={String(index + 1)}
              tabIndex={choice === entry ? 0 : -1}
              {...tip(choice.why)}
              onClick={() => {
                if (isOpen) onValue(choice.value);
              }}
              onKeyDown={(event) => {
                const next = arrowTarget(event, open, choice);
                if (next === undefined) return;
                onValue(next.value);
                box.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
              }}
            >
              <b>
                {index + 1} {choice.name}
              </b>
              {choice.effect}
            </Card>
          );
        })}
      </Choices>
    </Box>
  );
}
