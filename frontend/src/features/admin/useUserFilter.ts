import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useNavigate } from '@/router/RouterProvider';
import { groupOf, type UserGroup } from './users';

/** Delay after the last key press before the text is written to the address, in milliseconds. */
const typingDelay = 200;

interface UserFilter {
  readonly group: UserGroup;
  readonly text: string;
  readonly narrowed: boolean;
  readonly setGroup: (group: UserGroup) => void;
  readonly setText: (text: string) => void;
  readonly clear: () => void;
}

/** The filter of the list of accounts. It is kept in the address, so a reload or a shared link shows the same list. */
export function useUserFilter(): UserFilter {
  const search = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  // The page must not scroll away from the field while someone types.
  const setSearch = (next: URLSearchParams) =>
    void navigate({ search: next.toString() }, { replace: true, preventScrollReset: true });
  const [text, setText] = useState(search.get('q') ?? '');
  const group = groupOf(search.get('status'));

  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next);
  };

  const written = search.get('q') ?? '';
  // The field follows the address when a link or the Back button changes it, but not its own changes.
  const [known, setKnown] = useState({ address: written, field: written });
  if (known.address !== written) {
    setKnown({ address: written, field: written });
    if (written !== known.field) setText(written);
  }
  useEffect(() => {
    if (text === written) return undefined;
    const timer = setTimeout(() => {
      setKnown((before) => ({ ...before, field: text }));
      change('q', text);
    }, typingDelay);
    return () => clearTimeout(timer);
  });

  return {
    group,
    text,
    narrowed: group !== 'all' || text.trim() !== '',
    setGroup: (next) => change('status', next === 'all' ? '' : next),
    setText,
    clear: () => {
      setText('');
      setSearch(new URLSearchParams({ tab: 'users' }));
    },
  };
}
