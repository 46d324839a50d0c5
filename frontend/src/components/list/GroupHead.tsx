import styled from '@emotion/styled';
import { lineMixin } from '@/theme/lineMixin';
import { theme } from '@/theme/theme';

const { color, length } = theme;

const Head = styled.h2`
  ${lineMixin.groupHead}
  letter-spacing: 0.06em;
  text-transform: none;
  color: ${color.muted};
  white-space: nowrap;

  b {
    font-weight: 600;
    color: ${color.text};
  }
`;

export interface GroupHeadProps {
  /** The name of the group, in upper case. */
  readonly name: string;
  /** Number of members, such as `7 ENTRIES`; `null` while it is unknown. */
  readonly count: string | null;
}

/** The head of a group of lines, such as a day or a month. */
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

/** The rendered rows of one group: their offset in the list and their height, in pixels. */
export interface GroupStretch extends GroupHeadProps {
  readonly top: number;
  readonly height: number;
}

/** Wraps a list whose groups have rails. */
export const GroupRailBox = styled.div`
  position: relative;
`;

/**
 * Copies of the group heads, each sticky under the masthead while rows of its group are on the page. Rows may be
 * positioned absolutely, so their own heads cannot be sticky. Screen readers get the heads in the list.
 */
export function GroupRails({ stretches }: { readonly stretches: readonly GroupStretch[] }) {
  // A name may occur twice, because a list need not be sorted by its groups.
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

/** The stretches of rows of the same group. A row that is not loaded counts as part of the group around it. */
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
