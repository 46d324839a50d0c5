import { useEffect, useId, useRef, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { lineSafe } from '@/lib/text';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';
import { Button, LinkButton, type LinkButtonProps } from './Button';
import { Marked } from './Marked';
import { useIsPhone } from './useMedia';

const { color, font, media, motion } = theme;

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 24px;
  align-items: center;
  min-height: 40px;

  /* Over a screen that fills the window, its parts are cells of the page with the tabs between them. */
  &[data-line='true'] {
    display: contents;

    > * {
      grid-row: 1;
      align-items: center;
      padding-right: 12px;
      border-bottom: 1px solid ${color.edge};
    }

    > :nth-child(2) {
      grid-column: 3;
      padding: 0 0 0 12px;
    }
  }

  ${media.phone} {
    align-items: flex-start;
    min-height: 32px;
    gap: 8px 16px;
  }
`;

/** The title and its subtitle, on one line if there is room. */
const Words = styled.div`
  display: flex;
  /* Actions that do not fit beside the whole title get their own line. */
  flex: 1 1 auto;
  flex-wrap: wrap;
  gap: 0 24px;
  align-items: baseline;
  min-width: 0;

  [data-folded='true'] > & {
    flex-basis: 50%;
  }

  ${media.phone} {
    /* One short action stays beside the title; more actions are on the next line. */
    flex: 1 1 0;
    align-self: center;
    min-width: 60%;
  }
`;

const Title = styled('h1', omitProps('asTyped'))<{ readonly asTyped: boolean }>`
  font: ${font.title};
  letter-spacing: 0.04em;
  color: ${color.bright};
  overflow-wrap: anywhere;
  ${({ asTyped }) => (asTyped ? '' : 'text-transform: uppercase;')}

  [data-line='true'] & {
    font: ${font.titleSmall};
    white-space: nowrap;
  }

  ${media.phone} {
    font: ${font.titleSmall};
  }
`;

const Subtitle = styled.p`
  font: ${font.dense};
  color: ${color.muted};
  ${mixin.caps}
`;

/** Parts of a subtitle: links keep their case, other words are in capitals. */
export const SubtitleParts = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 0 12px;
  align-items: center;

  a {
    letter-spacing: 0;
    text-transform: none;
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 12px;
  align-items: center;

  &:empty {
    display: none;
  }

  /* Aligned with the first line of a long title. */
  [data-folded='true']:not([data-line='true']) > & {
    align-self: flex-start;
    min-height: 40px;
  }

  ${media.phone} {
    gap: 4px 8px;
  }
`;

/**
 * Content that moves into a sheet on a phone and into a menu in a folded header. Otherwise, and in browsers without
 * popovers, it is part of the line.
 */
const Folded = styled(Actions, omitProps('long'))<{ readonly long: boolean }>`
  position: static;
  ${({ long }) => (long ? 'flex-basis: 100%;' : '')}
  width: auto;
  height: auto;
  padding: 0;
  /* Text buttons without a border are aligned with the edge of the page. */
  margin: 0 0 0 ${({ long }) => (long ? -8 : 0)}px;
  overflow: visible;
  color: inherit;
  ${mixin.bare}

  /* Shown on a phone, where there are no tooltips. */
  [data-in-sheet] {
    display: none;
  }

  [data-folded='true'] &:not(:popover-open) {
    display: none;
  }

  [data-folded='true'] &:popover-open {
    position: absolute;
    inset: var(--under-head) ${theme.length.pageEdge} auto auto;
    flex-flow: column nowrap;
    align-items: stretch;
    margin: 0;
    padding: 12px 16px;
    background: ${color.raised};
    border: 1px solid ${color.edge};
  }

  ${media.phone} {
    [data-in-sheet] {
      display: inline;
    }

    &:not(:popover-open) {
      display: none;
    }

    &:popover-open {
      position: fixed;
      inset: auto 0 0;
      flex-flow: column nowrap;
      gap: 0;
      align-items: stretch;
      max-width: none;
      max-height: 80dvh;
      padding: 12px ${theme.length.gutter} calc(16px + env(safe-area-inset-bottom));
      overflow-y: auto;
      background: ${color.raised};
      border-top: 1px solid ${color.edge};
      ${motion.appear}

      > * {
        margin-top: 4px;
      }
    }

    &::backdrop {
      background: color-mix(in srgb, ${color.void} 80%, transparent);
    }
  }
`;

const Unfold = styled.span`
  display: none;

  [data-folded='true'] & {
    display: block;
  }

  [data-line='true'] & button {
    border-color: transparent;
  }

  ${media.phone} {
    @supports selector(:popover-open) {
      display: block;

      [popover]:empty ~ & {
        display: none;
      }
    }
  }
`;

/** A link to another screen in the header of a page. Actions are buttons instead. */
export function PlaceLink(props: LinkButtonProps) {
  return <LinkButton size="sm" variant="flat" {...props} />;
}

interface PageHeaderProps {
  readonly title: string;
  /** Keeps the case of the title, for a name that a user chose or a literal. */
  readonly asTyped?: boolean;
  /** The title is a placeholder while the real one loads, so it does not take the focus. */
  readonly busy?: boolean;
  readonly subtitle?: ReactNode;
  /** The matches of a search in the title: `[start, end]` in UTF-16 code units, ascending. */
  readonly matches?: readonly (readonly number[])[];
  /** The main actions of the screen and the states that must be visible, at the right of or below the title. */
  readonly actions?: ReactNode;
  /**
   * Links to other screens and less frequent actions, before the main actions. On a phone they are in a sheet behind a
   * button.
   */
  readonly more?: ReactNode;
  /** `more` is long enough to need a line of its own, below title and actions. */
  readonly long?: boolean;
  /** `more` is behind a button at every width, not only on a phone. */
  readonly folded?: boolean;
  /** The header is one line shared with the tabs below it. Not on a phone. */
  readonly line?: boolean;
}

interface SheetProps {
  readonly id: string;
  readonly long: boolean;
  readonly children: ReactNode;
}

/**
 * Closes when an item is chosen. The focus returns to the button of the sheet, also after a dialog that the item opens.
 */
function Sheet({ id, long, children }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  // An open sheet would lie over the page without its frame if the window became wider.
  useEffect(() => {
    const own = sheet.current;
    if (!isPhone || own === null) return;
    return () => {
      if (own.matches(':popover-open')) own.hidePopover();
    };
  }, [isPhone]);
  return (
    <Folded
      ref={sheet}
      id={id}
      popover="auto"
      long={long}
      onBeforeToggle={({ currentTarget: { parentElement, style } }) => {
        const end = parentElement?.getBoundingClientRect().bottom ?? 0;
        style.setProperty('--under-head', `${end + window.scrollY + 4}px`);
      }}
      onClick={({ target }) => {
        const isChosen = target instanceof Element && target.closest('a, button') !== null;
        if (isChosen && sheet.current?.matches(':popover-open') === true) sheet.current.hidePopover();
      }}
    >
      {children}
    </Folded>
  );
}

/** Whether `more` is behind a button beside the title. On a phone it is in the sheet. */
function useFolded({ line = false, folded = line }: PageHeaderProps): boolean {
  const isPhone = useIsPhone();
  return folded && !isPhone;
}

/** The only `h1` of a screen. It takes the focus when the screen changes. */
export function PageHeader(props: PageHeaderProps) {
  const { title, asTyped = false, busy = false, subtitle, matches = [], actions, more, long = false } = props;
  const isFolded = useFolded(props);
  const id = useId();
  const sheet = more !== undefined && (
    <Sheet id={id} long={long}>
      {more}
    </Sheet>
  );
  return (
    <Bar data-head data-line={props.line} data-folded={isFolded}>
      <Words>
        <Title
          className="glow"
          tabIndex={-1}
          asTyped={asTyped}
          dir={asTyped ? 'auto' : undefined}
          aria-busy={busy || undefined}
        >
          <Marked text={lineSafe(title)} ranges={matches} />
        </Title>
        {subtitle !== undefined && <Subtitle>{subtitle}</Subtitle>}
      </Words>
      <Actions>
        {!long && sheet}
        {actions}
        {sheet !== false && (
          <Unfold>
            <Button size="sm" popoverTarget={id}>
              More
            </Button>
          </Unfold>
        )}
      </Actions>
      {long && sheet}
    </Bar>
  );
}
