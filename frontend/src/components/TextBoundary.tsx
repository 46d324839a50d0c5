import { Component, useLayoutEffect, useRef, type ReactNode } from 'react';
import styled from '@emotion/styled';

const Plain = styled.div`
  max-width: 76ch;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

interface PlainTextProps {
  readonly text: string;
  readonly onRendered?: ((box: HTMLElement) => void) | undefined;
}

/** The text as it was typed. */
function PlainText({ text, onRendered }: PlainTextProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null) onRendered?.(box.current);
  }, [text, onRendered]);
  return <Plain ref={box}>{text}</Plain>;
}

interface TextBoundaryProps extends PlainTextProps {
  /** The text, formatted. */
  readonly children: ReactNode;
}

interface State {
  readonly text: string;
  readonly hasFailed: boolean;
}

/**
 * Shows a text without its formatting if formatting it fails. One text that cannot be formatted must not take the screen
 * around it: others read and review there.
 */
export class TextBoundary extends Component<TextBoundaryProps, State> {
  override state: State = { text: this.props.text, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  /** A failed text says nothing about the next one. */
  static getDerivedStateFromProps({ text }: TextBoundaryProps, state: State): State | null {
    return text === state.text ? null : { text, hasFailed: false };
  }

  override render() {
    const { text, onRendered, children } = this.props;
    return this.state.hasFailed ? <PlainText text={text} onRendered={onRendered} /> : children;
  }
}
