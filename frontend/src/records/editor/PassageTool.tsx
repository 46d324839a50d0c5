import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { clearanceName } from '@/lib/clearance';
import { BarButton } from './BarButton';
import { LevelItem, Levels, MenuPlace } from './PassageTool.style';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface PassageToolProps {
  /** The levels that a passage may have. */
  readonly levels: readonly number[];
  readonly onLevel: (level: number) => void;
}

/** Asks for the level of a passage. Arrow keys, Home and End move, a digit chooses that level, Escape closes. */
export function PassageTool({ levels, onLevel }: PassageToolProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) menu.current?.querySelector('button')?.focus();
  }, [isOpen]);

  const choose = (level: number) => {
    setOpen(false);
    onLevel(level);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const items = [...event.currentTarget.querySelectorAll('button')];
    const from = items.findIndex((item) => item === event.target);
    const step = steps[event.key] ?? 0;
    const to =
      step === 0
        ? { Home: 0, End: items.length - 1 }[event.key]
        : (from + step + items.length) % items.length;
    const level = levels.find((known) => String(known) === event.key);
    if (event.key === 'Tab') {
      setOpen(false);
      return;
    }
    if (event.key === 'Escape') {
      setOpen(false);
      place.current?.querySelector('button')?.focus();
    } else if (to !== undefined) items[to]?.focus();
    else if (level !== undefined) choose(level);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <MenuPlace
      ref={place}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !place.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <BarButton
        label="Passage"
        icon="M3.5 7h9v7h-9zM5.5 7V4.5a2.5 2.5 0 0 1 5 0V7"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Levels ref={menu} role="menu" aria-label="Level of the passage" onKeyDown={onKeyDown}>
          {levels.map((level) => (
            <LevelItem key={level} type="button" role="menuitem" tabIndex={-1} onClick={() => choose(level)}>
              <b>
                <VisuallyHidden>Level </VisuallyHidden>
                {level}
              </b>{' '}
              <span>{clearanceName(level)}</span>
            </LevelItem>
          ))}
        </Levels>
      )}
    </MenuPlace>
  );
}
