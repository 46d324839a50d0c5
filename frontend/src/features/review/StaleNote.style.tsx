import styled from '@emotion/styled';
import { RadioButtons, type Choice, type RadioButtonsProps } from '@/components/form/RadioButtons';
import { lineMixin } from '@/theme/lineMixin';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const Box = styled.section`
  margin: 16px 0;
  font: 400 14px/24px ${font.text};
  color: ${color.text};
  ${lineMixin.note}

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
export interface StaleChoice extends Choice {
  readonly name: string;
  readonly effect: string;
}

interface StaleWordsProps {
  readonly heading: string;
  readonly children: string;
}

/** Says that the document has changed since the edit was written. The question about it comes later. */
export function StaleLead({ heading, children }: StaleWordsProps) {
  return (
    <Box as="div">
      <h2>{heading}</h2> <p>{children}</p>
    </Box>
  );
}

interface StaleNoteProps
  extends
    StaleWordsProps,
    Pick<RadioButtonsProps<StaleChoice>, 'choices' | 'value' | 'onValue' | 'disabled'> {}

/** Says that the document has changed since the edit was written, and asks how to proceed; keys 1 to 3 answer too. */
export function StaleNote({ heading, children, ...group }: StaleNoteProps) {
  return (
    <Box aria-label={heading}>
      <h2>{heading}</h2> <p>{children}</p>
      <RadioButtons {...group} label="How to go on" digits box={Choices} button={Card}>
        {({ name, effect }, number) => (
          <>
            <b>
              {number} {name}
            </b>
            {effect}
          </>
        )}
      </RadioButtons>
    </Box>
  );
}
