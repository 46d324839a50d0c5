import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useNavigate } from '@/router/RouterProvider';
import { groupOf, type UserGroup } from './users';

/** How long typing has to rest before it goes into the address, in milliseconds. */
const typingRest = 200;

interface UserFilter {
  readonly group: UserGroup;
  readonly text: string;
  readonly narrowed: boolean;
  readonly setGroup: (group: UserGroup) => void;
  readonly setText: (text: string) => void;
  readonly clear: () => void;
}

/** What narrows the list of accounts, kept in the address so that a reload and a shared link show the same. */
export function useUserFilter(): UserFilter {
  const search = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  // A person who types is looking at the field.
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
  // A link or the back button changes the address from outside: the field follows. What the field wrote itself it has.
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
    }, typingRest);
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
