import { useEffect, useRef } from 'react';
import type { DocumentFilters } from '@/api/endpoints';
import { FilterBar } from '@/components/FilterBar';
import { Frame } from '@/components/Frame';
import { Select } from '@/components/Select';
import { TextInput } from '@/components/TextInput';
import { documentCategories, levelsUpTo } from '@/lib/clearance';
import { maxSearchLength } from './search';

/** How long typing has to rest before it is searched for, in milliseconds. */
const rest = 150;

const categories = documentCategories.map((value) => ({ value, label: value }));

interface FiltersProps {
  readonly filters: DocumentFilters;
  readonly clearanceLevel: number;
  readonly onChange: (name: keyof DocumentFilters, value: string) => void;
}

/** What narrows the repository. */
export function Filters({ filters, clearanceLevel, onChange }: FiltersProps) {
  return (
    <Frame caption="Filter">
      <div role="search">
        <FilterBar>
          <Select
            label="Clearance"
            placeholder="ALL LEVELS"
            options={levelsUpTo(clearanceLevel).map((level) => ({
              value: String(level),
              label: `LEVEL ${level}`,
            }))}
            value={filters.level ?? ''}
            onChange={(event) => {
              onChange('level', event.target.value);
            }}
          />
          <Select
            label="Category"
            placeholder="ALL"
            options={categories}
            value={filters.category ?? ''}
            onChange={(event) => {
              onChange('category', event.target.value);
            }}
          />
          <SearchInput
            value={filters.q ?? ''}
            onSearch={(text) => {
              onChange('q', text);
            }}
          />
        </FilterBar>
      </div>
    </Frame>
  );
}

interface SearchInputProps {
  /** What is being searched for. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/**
 * Searches when typing rests. The input keeps its own text, so that a slow answer never takes back what was typed
 * since; only a search that came from elsewhere (the address, the back button) is written into it.
 */
function SearchInput({ value, onSearch }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = useRef(onSearch);

  useEffect(() => {
    search.current = onSearch;
  }, [onSearch]);

  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    clearTimeout(timer.current);
    if (input.current) input.current.value = value;
  }, [value]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  return (
    <TextInput
      ref={input}
      type="search"
      label="Search title or content"
      placeholder="type / to focus"
      data-filter
      defaultValue={value}
      maxLength={maxSearchLength}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      onChange={(event) => {
        const text = event.target.value;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          asked.current = text.trim();
          search.current(text);
        }, rest);
      }}
    />
  );
}
