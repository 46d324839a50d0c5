import { Component, type ReactNode } from 'react';
import { PlainText, type PlainTextProps } from './PlainText';

interface TextBoundaryProps extends PlainTextProps {
  /** The text, formatted. */
  readonly children: ReactNode;
}

interface State {
  readonly text: string;
  readonly hasFailed: boolean;
}

/**
 * Shows a text without its formatting if formatting it fails. One text that cannot be formatted must not take the
 * screen around it: others read and review there.
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
