import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

const Line = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  background: ${color.panel};
  border: 1px solid ${color.hair};

  ${media.phone} {
    grid-template-columns: 1fr 1fr;
  }
`;

const Tile = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 16px;
  align-items: center;
  min-height: 72px;
  padding: 12px ${length.inset};
  border-left: 1px solid ${color.hair};

  &:first-of-type {
    grid-template-columns: minmax(0, 1fr);
    border-left: 0;
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    min-height: 64px;
    padding-block: 4px 8px;

    &:first-of-type {
      grid-column: 1 / -1;
      grid-template-columns: auto minmax(0, 1fr);
      min-height: 44px;
      border-bottom: 1px solid ${color.hair};
    }

    &:nth-of-type(2) {
      border-left: 0;
    }
  }
`;

const Label = styled.span`
  grid-column: -2;
  grid-row: 1;
  font: 400 12px/24px ${font.text};
  ${mixin.caps}
  color: ${color.muted};

  ${media.phone} {
    :first-of-type > & {
      grid-column: 1;
    }
  }
`;

const Name = styled.bdi`
  min-width: 0;
  font: 600 16px/24px ${font.text};
  color: ${color.bright};
  overflow-wrap: anywhere;

  ${media.phone} {
    text-align: right;
  }
`;

const Big = styled('span', omitProps('tone'))<{ readonly tone: 'bright' | 'warn' | 'danger' }>`
  grid-column: 1;
  grid-row: 1 / 3;
  font: ${font.counter};
  font-variant-numeric: tabular-nums;
  color: ${({ tone }) => color[tone]};

  ${media.phone} {
    grid-row: 2;
    line-height: 32px;
  }
`;

const Small = styled.span`
  grid-column: -2;
  grid-row: 2;
  display: inline-flex;
  gap: 4px;
  align-items: center;
  font: ${font.dense};
  color: ${color.muted};
  white-space: nowrap;

  > i {
    width: 16px;
    height: 12px;
    border: 1px solid ${color.edge};
  }

  > i[data-left] {
    border-color: ${color.text};
    background: ${color.text};
  }

  ${media.phone} {
    display: none;
  }
`;

export interface TileClock {
  readonly label: string;
  /** The remaining time as text. */
  readonly left: string;
  /** The total time as text. */
  readonly of: string;
  readonly tone: 'bright' | 'warn' | 'danger';
}

interface TicketTilesProps {
  readonly username: string;
  /** `null` if the server has not sent the time. */
  readonly clock: TileClock | null;
  /** `null` if the server has not sent the number of attempts. */
  readonly tries: { readonly left: number; readonly of: number } | null;
}

/** The pending sign-in: its user, the remaining time and the remaining attempts. */
export function TicketTiles({ username, clock, tries }: TicketTilesProps) {
  return (
    <Line>
      <Tile>
        <Label>Username</Label>
        <Name>{username}</Name>
      </Tile>
      {clock !== null && (
        <Tile>
          <Big role="timer" aria-label={clock.label} tone={clock.tone}>
            {clock.left}
          </Big>
          <Label aria-hidden="true">{clock.label}</Label>
          <Small>of {clock.of}</Small>
        </Tile>
      )}
      {tries !== null && (
        <Tile role="group" aria-label="Tries left">
          <Big tone="bright">{tries.left}</Big>
          <Label aria-hidden="true">Tries left</Label>
          <Small aria-hidden="true">
            {Array.from({ length: tries.of }, (_, place) => (
              <i key={place} data-left={place < tries.left ? '' : undefined} />
            ))}
          </Small>
        </Tile>
      )}
    </Line>
  );
}
