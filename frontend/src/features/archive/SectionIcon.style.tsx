import styled from '@emotion/styled';

export type SectionMark = 'story_arc' | 'timeline' | 'category' | 'general';

/** Drawn on a grid of 16 by 16, in square strokes. */
const strokes: Readonly<Record<SectionMark, string>> = {
  story_arc: 'M2 13.5h12M2.5 11C4 3 12 3 13.5 11',
  timeline: 'M1.5 8h13M4 5v6M8 5v6M12 5v6',
  category: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z',
  general: 'M2 5.5h12v9H2zM3.5 2.5h9l1.5 3H2zM6 8.5h4',
};

const Drawing = styled.svg`
  flex: none;
  width: 16px;
  height: 16px;
  fill: none;
  stroke: currentColor;
`;

/** The mark of a section's type. It stands beside words that say the type or need none. */
export function SectionIcon({ mark }: { readonly mark: SectionMark }) {
  return (
    <Drawing viewBox="0 0 16 16" aria-hidden="true" data-mark={mark}>
      <path d={strokes[mark]} />
    </Drawing>
  );
}
