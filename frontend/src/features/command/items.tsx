import type { DocumentSummary, User } from '@/api/types';
import { Excerpt } from '@/components/Excerpt';
import { Isolated } from '@/components/Isolated';
import { Kbd } from '@/components/Kbd';
import { LevelCells } from '@/components/LevelCells';
import { Marked, MarkedTitle } from '@/components/Marked';
import type { PaletteItem } from '@/components/Palette';
import type { Command } from '@/commands/table';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { themeNames, type ThemeName } from '@/theme/themes';
import { RecordMark } from '@/records/rows/RecordMark';
import { aroundMatch, markTyped } from './paletteQuery';
import { Swatch } from './Swatch.style';

/** Navigates from an item of the palette. `from: 'search'` marks the matches on the target screen. */
type Go = (path: string, from?: 'search') => void;

const numberOfIncident = /^IR-\d+/;

/** A record, by its title or by its match in the text. */
export function recordItem(record: DocumentSummary, isText: boolean, go: Go): PaletteItem {
  const { id, title, clearanceLevel, titleMatches, snippet, matches, mark } = record;
  const part = isText && snippet !== null ? aroundMatch(snippet, matches) : null;
  return {
    id: `${isText ? 'text' : 'record'}-${id}`,
    lead: numberOfIncident.exec(title)?.[0] ?? shortId('DOC', id),
    label:
      part === null ? (
        <bdi>
          <MarkedTitle text={title} ranges={titleMatches} />
        </bdi>
      ) : (
        <>
          <small>
            <bdi>
              <Excerpt text={part.text} ranges={part.ranges} />
            </bdi>
          </small>{' '}
          <Isolated>{title}</Isolated>
        </>
      ),
    end: (
      <>
        <RecordMark mark={mark} /> <LevelCells level={clearanceLevel} />
      </>
    ),
    hint: 'enter opens',
    onSelect: () => go(paths.document(id), 'search'),
  };
}

function accountStatus({ isAdmin, isApproved }: User): string {
  if (!isApproved) return ', waiting for approval';
  return isAdmin ? ', administrator' : '';
}

/** A corrected search, which replaces the typed text. */
export function suggestionItem(query: string, type: (line: string) => void): PaletteItem {
  return {
    id: `meant-${query}`,
    lead: 'did you mean',
    label: query,
    hint: 'enter searches',
    onSelect: () => type(query),
  };
}

/** An account; it opens the list of accounts filtered by its name. */
export function personItem(person: User, typed: string, go: Go): PaletteItem {
  return {
    id: `person-${person.id}`,
    lead: 'person',
    label: (
      <bdi>
        <Marked text={person.username} ranges={markTyped(person.username, typed)} />
      </bdi>
    ),
    end: `L${person.clearanceLevel}${accountStatus(person)}`,
    hint: 'enter opens',
    onSelect: () => go(`${paths.admin}?tab=users&q=${encodeURIComponent(person.username)}`),
  };
}

const themeId = (name: ThemeName) => `theme-${name}`;

/** The theme of an item; `null` if it is not a theme. */
export function themeOfItem(id: string | null): ThemeName | null {
  return themeNames.find((name) => themeId(name) === id) ?? null;
}

/** Whether the typed text names this theme, or themes in general. */
export function matchesTheme(name: ThemeName, typed: string): boolean {
  const word = typed.toLowerCase().replace(/^theme\s*/, '');
  return `${name} ${name.replace('-', ' ')}`.includes(word);
}

/** A theme; selecting it previews it on the whole page. */
export function themeItem(name: ThemeName, typed: string, inUse: boolean, choose: () => void): PaletteItem {
  return {
    id: themeId(name),
    lead: 'theme',
    label: (
      <>
        <Marked text={name} ranges={markTyped(name, typed)} /> {inUse && <small>in use</small>}
      </>
    ),
    end: <Swatch name={name} />,
    hint: 'enter keeps, esc returns',
    onSelect: choose,
  };
}

export function commandItem(command: Command, typed: string, run: () => void): PaletteItem {
  return {
    id: command.id,
    lead: command.isPlace ? 'go to' : 'command',
    label: <Marked text={command.label} ranges={markTyped(command.label, typed)} />,
    end: command.keys !== undefined && <Kbd>{command.keys}</Kbd>,
    hint: command.isPlace ? 'enter opens' : 'enter runs',
    onSelect: run,
  };
}
