import { Component, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, length } = theme;

/** Rows reach from edge to edge and keep the inset themselves. */
const Failed = styled.p`
  padding: 8px 0;
  font: 400 14px/20px ${font.text};
  color: ${color.muted};

  &[data-item] {
    padding-inline: ${length.inset};
  }
`;

interface State {
  readonly of: unknown;
  readonly hasFailed: boolean;
}

interface PartBoundaryProps {
  /** What the part shows, if it is one item: another one is tried again. */
  readonly of?: unknown;
  /** `li` in a list. */
  readonly as?: 'p' | 'li';
  readonly children: ReactNode;
}

/** Limits an error to its part of the page, such as one from a response that this client does not know. */
export class PartBoundary extends Component<PartBoundaryProps, State> {
  override state: State = { of: this.props.of, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ of }: PartBoundaryProps, state: State): State | null {
    return of === state.of ? null : { of, hasFailed: false };
  }

  override render() {
    return this.state.hasFailed ? (
      <Failed as={this.props.as ?? 'p'} data-item={this.props.of === undefined ? undefined : ''}>
        This part cannot be shown. Reload the terminal to try again.
      </Failed>
    ) : (
      this.props.children
    );
  }
}
