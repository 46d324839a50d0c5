import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import { Caret } from './Caret';

const { color, font } = theme;

const Line = styled.form`
  display: flex;
  gap: 8px;
  align-items: center;
  padding: 0 12px;
  background: ${color.raised};
  border: 1px solid ${color.edge};

  &::before {
    content: '>' / '';
    color: ${color.accent};
    font-weight: 600;
  }

  &:focus-within {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }

  input {
    flex: 1;
    min-width: 0;
    min-height: 44px;
    padding: 0;
    border: 0;
    background: none;
    color: ${color.bright};
    caret-color: ${color.accent};
    text-overflow: ellipsis;
    outline-color: transparent;
  }

  /* The block stands behind the prompt until somebody types; then the field has a caret of its own. */
  input:not(:placeholder-shown) + span,
  input:focus + span {
    display: none;
  }

  input::placeholder {
    color: ${color.muted};
    opacity: 1;
  }
`;

const Slot = styled.div`
  position: relative;
  flex: 1;
  display: flex;
  align-items: center;
  overflow: hidden;
`;

const Block = styled.span`
  position: absolute;
  pointer-events: none;
`;

const Answer = styled.p`
  min-height: 22px;
  margin-top: 8px;
  /* Clear of the bar at the foot of the screen. */
  scroll-margin-bottom: 48px;
  font: ${font.dense};
  color: ${color.text};
`;

interface CommandInputProps {
  readonly label: string;
  readonly placeholder: string;
  /** What the last line was answered with. */
  readonly answer: string;
  readonly onCommand: (line: string) => void;
}

/** One line to type commands into; answers appear under it and are read out. */
export function CommandInput({ label, placeholder, answer, onCommand }: CommandInputProps) {
  const [line, setLine] = useState('');
  const answered = useRef<HTMLParagraphElement>(null);
  // On a phone it may stand below what is seen of the page.
  useEffect(() => {
    if (answer !== '') answered.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onCommand(line);
    setLine('');
  };
  return (
    <div>
      <Line onSubmit={submit} aria-label={label}>
        <Slot>
          <input
            aria-label={label}
            placeholder={placeholder}
            value={line}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setLine(event.target.value);
            }}
          />
          <Block style={{ left: `${placeholder.length}ch` }}>
            <Caret />
          </Block>
        </Slot>
      </Line>
      <Answer role="status" ref={answered}>
        {answer}
      </Answer>
    </div>
  );
}
