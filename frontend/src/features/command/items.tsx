import type { ReactNode } from 'react';
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
import { shorten } from '@/lib/text';
import { themeNames, type ThemeName } from '@/theme/themes';
import { RecordMark } from '@/records/rows/RecordMark';
import { aroundMatch, markTyped } from './paletteQuery';
import { Swatch } from './Swatch.style';

/** Navigates from an item of the palette. `from: 'search'` marks the matches on the target screen. */
type Go = (path: string, from?: 'search') => void;

const numberOfIncident = /^IR-\d+/;

/** Longest name of a file before its match, in characters. */
const longestFileName = 16;

/** Where a record matches the search. */
export type MatchedIn = 'title' | 'text' | 'file';

/** The part of the text or of a file that matches; `null` for a match in the title. */
function excerptOf({ snippet, matches, fileMatch }: DocumentSummary, matchedIn: MatchedIn): ReactNode {
  const file = matchedIn === 'file' ? fileMatch : null;
  const text = file?.snippet ?? (matchedIn === 'text' ? snippet : null);
  if (text === null) return null;
  return (
    <>
      {file !== null && (
        <>
          In <Isolated>{shorten(file.name, longestFileName)}</Isolated>
          {': '}
        </>
      )}
      <bdi>
        <Excerpt {...aroundMatch(text, file?.matches ?? matches)} />
      </bdi>
    </>
  );
}

/** A record, by its title or by its match in the text or in a file. */
export function recordItem(record: DocumentSummary, matchedIn: MatchedIn, go: Go): PaletteItem {
  const { id, title, clearanceLevel, titleMatches, mark } = record;
  const excerpt = excerptOf(record, matchedIn);
  return {
    id: `${matchedIn}-${id}`,
    lead: numberOfIncident.exec(title)?.[0] ?? shortId('DOC', id),
    label:
      excerpt === null ? (
        <bdi>
          <MarkedTitle text={title} ranges={titleMatches} />
        </bdi>
      ) : (
        <>
          <small>{excerpt}</small> <Isolated>{title}</Isolated>
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
