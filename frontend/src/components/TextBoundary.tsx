import { Component, type ReactNode } from 'react';
import { PlainText, type PlainTextProps } from './PlainText';

interface TextBoundaryProps extends PlainTextProps {
  /** The formatted text. */
  readonly children: ReactNode;
}

interface State {
  readonly text: string;
  readonly hasFailed: boolean;
}

/**
 * Shows the unformatted text if formatting it fails, so that one text cannot break the screen on which others read and
 * review.
 */
export class TextBoundary extends Component<TextBoundaryProps, State> {
  override state: State = { text: this.props.text, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  /** A new text clears the failure of the previous one. */
  static getDerivedStateFromProps({ text }: TextBoundaryProps, state: State): State | null {
    return text === state.text ? null : { text, hasFailed: false };
  }

  override render() {
    const { text, onRendered, children } = this.props;
    return this.state.hasFailed ? <PlainText text={text} onRendered={onRendered} /> : children;
  }
}
