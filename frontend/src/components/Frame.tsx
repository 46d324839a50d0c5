import { useId, Component, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';
import { cutTip } from './tips';

const { color, font, length, media } = theme;

/** Rows extend from edge to edge and have their own inset. */
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
  /** The item that the part shows, if it shows one. A change of it clears the error. */
  readonly of?: unknown;
  /** `li` in a list. */
  readonly as?: 'p' | 'li';
  /** Content shown in place of a failed part. */
  readonly failed?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Limits a render error to its part of the page, for example one caused by a response that this client does not know.
 */
export class PartBoundary extends Component<PartBoundaryProps, State> {
  override state: State = { of: this.props.of, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ of }: PartBoundaryProps, state: State): State | null {
    return of === state.of ? null : { of, hasFailed: false };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      this.props.failed ?? (
        <Failed as={this.props.as ?? 'p'} data-item={this.props.of === undefined ? undefined : ''}>
          This part cannot be shown. Reload the terminal to try again.
        </Failed>
      )
    );
  }
}

const Box = styled('section', omitProps('strong', 'flush', 'list'))<{
  readonly strong: boolean;
  readonly flush: boolean;
  readonly list: boolean;
}>`
  position: relative;
  min-width: 0;
  background: ${color.panel};
  border: 1px solid ${({ strong }) => (strong ? color.edge : color.hair)};
  padding: ${({ flush, list }) => (flush ? '8px 0' : `${list ? 16 : 24}px ${length.inset}`)};

  &::before {
    content: '';
    position: absolute;
    inset: -1px;
    pointer-events: none;
    --e: linear-gradient(${color.edge}, ${color.edge});
    background:
      var(--e) 0 0 / 12px 1px,
      var(--e) 0 0 / 1px 12px,
      var(--e) 100% 0 / 12px 1px,
      var(--e) 100% 0 / 1px 12px,
      var(--e) 0 100% / 12px 1px,
      var(--e) 0 100% / 1px 12px,
      var(--e) 100% 100% / 12px 1px,
      var(--e) 100% 100% / 1px 12px;
    background-repeat: no-repeat;
  }
`;

const Caption = styled.h2`
  position: absolute;
  top: -12px;
  /* Its text starts at the inset, after its own border and padding. */
  left: calc(${length.inset} - 9px);
  max-width: calc(100% - 2 * (${length.inset} - 9px));
  background: ${color.panel};
  border: 1px solid ${color.hair};
  padding: 0 8px;
  font: ${font.strong};
  letter-spacing: 0.08em;
  text-transform: uppercase;
  color: ${color.bright};
  ${mixin.cut}

  > i {
    font-style: normal;
    font-weight: 400;
    color: ${color.muted};
  }
`;

/** A note at the end of the top edge. Hidden on a phone. */
const Aside = styled.span`
  position: absolute;
  top: -12px;
  right: calc(${length.inset} - 9px);
  padding: 0 8px;
  font: ${font.dense};
  color: ${color.muted};
  background: ${color.panel};
  border: 1px solid ${color.hair};

  ${media.phone} {
    display: none;
  }
`;

interface FrameProps {
  /** The part of an address that leads to it. */
  readonly anchor?: string | undefined;
  /** Shown on the top edge and used as the name of the region. Omit it for a bare panel. */
  readonly caption?: string | undefined;
  /** Number of items, such as `5` or `5 unread`, beside the caption; omitted while it is unknown. */
  readonly count?: number | string | undefined;
  /** A note at the opposite end of the top edge. */
  readonly note?: string | undefined;
  /** `nav` for menus; the caption stays the name. */
  readonly as?: 'section' | 'nav' | 'div' | undefined;
  /** Rows inside extend from edge to edge and have their own inset. */
  readonly flush?: boolean | undefined;
  /** Contains rows, which have their own space above and below. */
  readonly list?: boolean | undefined;
  /** Name of the region if there is no caption. */
  readonly label?: string | undefined;
  /** Full-strength border, for the most important panel. */
  readonly strong?: boolean | undefined;
  readonly children: ReactNode;
}

/** A panel with corner brackets and its caption on the top edge. */
export function Frame({
  anchor,
  caption,
  count,
  note,
  as = 'section',
  strong = false,
  flush = false,
  list = false,
  label,
  children,
}: FrameProps) {
  const id = useId();
  return (
    <Box
      as={as}
      id={anchor}
      data-frame
      strong={strong}
      flush={flush}
      list={list}
      {...(caption === undefined ? { 'aria-label': label } : { 'aria-labelledby': id })}
    >
      {caption !== undefined && (
        <Caption id={id} {...cutTip()}>
          {caption}
          {count !== undefined && <i> {count}</i>}
        </Caption>
      )}
      {note !== undefined && <Aside>{note}</Aside>}
      <PartBoundary>{children}</PartBoundary>
    </Box>
  );
}

/** A note at the bottom of a flush frame. */
export const FrameFoot = styled.div`
  margin: 8px ${length.inset} 0;
  padding: 8px 0;
  border-top: 1px dashed ${color.hair};
  font: 400 14px/20px ${font.text};
  color: ${color.muted};

  /* Hidden while empty, so that it does not visibly move when the rows arrive. */
  &:not(:has(> :not(:empty))) {
    visibility: hidden;
  }
`;
