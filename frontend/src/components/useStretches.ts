import { useLayoutEffect, useState, type RefObject } from 'react';
import { stretchesOf, type GroupHeadProps, type GroupStretch } from './GroupHead';

/** Measures where the groups of a list begin and end. `groupAt` returns the group of the row with a number. */
export function useStretches(
  list: RefObject<HTMLElement | null>,
  groupAt: (row: number) => GroupHeadProps | null,
): readonly GroupStretch[] {
  const [known, setKnown] = useState<{ readonly text: string; readonly stretches: readonly GroupStretch[] }>({
    text: '[]',
    stretches: [],
  });

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const measure = () => {
      const rows = [...element.querySelectorAll<HTMLElement>(':scope > li[data-row]')];
      const stretches = stretchesOf(
        rows.map((row) => ({
          group: groupAt(Number(row.dataset.row)),
          top: row.offsetTop,
          height: row.offsetHeight,
        })),
      );
      const text = JSON.stringify(stretches);
      setKnown((before) => (before.text === text ? before : { text, stretches }));
    };
    measure();
    // A row that opens moves the groups below it.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return known.stretches;
}
