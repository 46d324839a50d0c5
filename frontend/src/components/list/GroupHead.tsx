import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, length } = theme;

const Head = styled.h2`
  display: flex;
  align-items: center;
  gap: 12px;
  height: 32px;
  padding: 0 ${length.inset};
  font: 400 12px/24px ${font.text};
  letter-spacing: 0.06em;
  color: ${color.muted};
  white-space: nowrap;

  b {
    font-weight: 600;
    color: ${color.text};
  }

  &::after {
    content: '';
    flex: 1;
    border-top: 1px dashed ${color.hair};
  }
`;

export interface GroupHeadProps {
  /** The name of the group, in upper case. */
  readonly name: string;
  /** How many belong to it, such as `7 ENTRIES`; `null` while that is not known. */
  readonly count: string | null;
}

/** The head of a group of lines: a day, a month. */
export function GroupHead({ name, count }: GroupHeadProps) {
  return (
    <Head>
      <b>{name}</b>
      {count !== null && <span>{count}</span>}
    </Head>
  );
}

const Rail = styled.div`
  position: absolute;
  z-index: 2;
  right: 0;
  left: 0;
  pointer-events: none;

  > * {
    position: sticky;
    top: ${length.masthead};
    background: ${color.panel};
  }
`;

/** The rows of one group that are on the page: where they begin in their list and how high they are, in pixels. */
export interface GroupStretch extends GroupHeadProps {
  readonly top: number;
  readonly height: number;
}

/** Around a list whose groups have rails. */
export const GroupRailBox = styled.div`
  position: relative;
`;

/**
 * The heads of a list's groups once more, each sticking under the masthead for as long as rows of its group are on the
 * page. A row may be placed by its own coordinates, so that its head could not stick by itself. Readers of speech get
 * the heads in the list.
 */
export function GroupRails({ stretches }: { readonly stretches: readonly GroupStretch[] }) {
  // A name may come twice: what a list is sorted by need not be how its groups are named.
  return stretches.map(({ name, count, top, height }, index) => (
    <Rail key={index} data-rail aria-hidden="true" style={{ top, height }}>
      <Head as="div">
        <b>{name}</b>
        {count !== null && <span>{count}</span>}
      </Head>
    </Rail>
  ));
}

export interface PlacedRow {
  readonly group: GroupHeadProps | null;
  readonly top: number;
  readonly height: number;
}

/** The stretches of rows of the same group. A row that is not loaded belongs to the group around it. */
export function stretchesOf(rows: readonly PlacedRow[]): readonly GroupStretch[] {
  const stretches: GroupStretch[] = [];
  for (const { group, top, height } of rows) {
    const last = stretches.at(-1);
    if (group === null) continue;
    if (last?.name === group.name)
      stretches[stretches.length - 1] = { ...last, height: top + height - last.top };
    else stretches.push({ name: group.name, count: group.count, top, height });
  }
  return stretches;
}
