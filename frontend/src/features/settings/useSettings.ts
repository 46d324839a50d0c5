import { useEffect, useState } from 'react';
import { useUpdateSettingsMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { Problems } from '@/lib/checks';
import { fieldProblems } from '@/lib/errors';
import { useAppDispatch } from '@/state/hooks';
import { themeTried } from '@/state/uiSlice';
import { useUnsavedValues } from '@/state/useUnsavedValues';
import { resolveTheme } from '@/theme/themes';
import {
  changesOf,
  checkSettings,
  readEdits,
  requestOf,
  savedOf,
  type SettingName,
  type SettingsEdits,
  type SettingsValues,
} from './settings';

/** Applies the selected theme at once, until the screen is left or the theme is saved. */
function useThemePreview(theme: SettingsValues['theme'] | undefined): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(themeTried(theme === undefined ? null : resolveTheme(theme)));
  }, [dispatch, theme]);
  useEffect(
    () => () => {
      dispatch(themeTried(null));
    },
    [dispatch],
  );
}

/**
 * The settings on screen: the saved ones with the user's changes. Unsaved changes except the theme are stored in this
 * window, so that they survive the end of the session.
 */
export function useSettings() {
  const user = useUser();
  const draft = useUnsavedValues('settings', readEdits);
  const [edits, setEdits] = useState<SettingsEdits>(draft.kept ?? {});
  const [problems, setProblems] = useState<Problems<SettingsValues>>({});
  const [update, { isLoading }] = useUpdateSettingsMutation();
  const saved = savedOf(user);
  const changed = changesOf(saved, edits);
  const values: SettingsValues = { ...saved, ...edits };
  useThemePreview(changed.includes('theme') ? values.theme : undefined);

  /** A selected theme is only a preview while the screen is shown. */
  const keep = (next: SettingsEdits) => {
    const rest: SettingsEdits = Object.fromEntries(Object.entries(next).filter(([name]) => name !== 'theme'));
    draft.keep(changesOf(saved, rest).length > 0 ? rest : null);
  };
  const replace = (next: SettingsEdits) => {
    setEdits(next);
    keep(next);
  };
  const set = <Name extends SettingName>(name: Name, value: SettingsValues[Name]) => {
    replace({ ...edits, [name]: value });
    if (problems[name] !== undefined) setProblems({ ...problems, [name]: undefined });
  };
  const discard = () => {
    replace({});
    setProblems({});
  };
  const save = async () => {
    if (isLoading || changed.length === 0) return;
    const found = checkSettings(values);
    setProblems(found);
    const wrong = changed.find((name) => found[name] !== undefined);
    if (wrong !== undefined) {
      document.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
      return;
    }
    try {
      await update(requestOf(values, changed)).unwrap();
      // Changes made while the request was running are not saved yet.
      setEdits((current) => {
        const rest = Object.entries(current).filter(([name, value]) => value !== values[name as SettingName]);
        const next: SettingsEdits = Object.fromEntries(rest);
        keep(next);
        return next;
      });
    } catch (error) {
      setProblems(fieldProblems(error, values));
    }
  };
  return { user, values, changed, problems, isSaving: isLoading, set, save, discard };
}
