import { useId, Component, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';
import { cutTip } from './tips';

const { color, font, length, media } = theme;

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
  /** What is shown instead of a part that failed. */
  readonly failed?: ReactNode;
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
  /* Its letters stand on the inset, behind its own border and padding. */
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

/** A remark on the top edge, at its end. A phone has no room for it. */
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
  /** Shown on the top edge; it also names the region. Leave out for a bare panel. */
  readonly caption?: string | undefined;
  /** How many there are in it, such as `5` or `5 unread`, beside the caption; left out while that is unknown. */
  readonly count?: number | string | undefined;
  /** A remark at the other end of the edge that holds the caption. */
  readonly note?: string | undefined;
  /** `nav` for menus; the name stays the caption. */
  readonly as?: 'section' | 'nav' | 'div' | undefined;
  /** Rows in it reach from edge to edge and keep the inset themselves. */
  readonly flush?: boolean | undefined;
  /** Holds rows, which have their own air above and below. */
  readonly list?: boolean | undefined;
  /** The name of the region where there is no caption. */
  readonly label?: string | undefined;
  /** A full-strength border, for the one panel that matters. */
  readonly strong?: boolean | undefined;
  readonly children: ReactNode;
}

/** A panel with brackets at the corners and its caption on the edge. */
export function Frame({
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

/** A remark at the foot of a flush frame. */
export const FrameFoot = styled.div`
  margin: 8px ${length.inset} 0;
  padding: 8px 0;
  border-top: 1px dashed ${color.hair};
  font: 400 14px/20px ${font.text};
  color: ${color.muted};

  /* Without words it would only be seen to move when the rows arrive. */
  &:not(:has(> :not(:empty))) {
    visibility: hidden;
  }
`;
