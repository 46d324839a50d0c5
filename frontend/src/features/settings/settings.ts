import type { UpdateSettingsRequest } from '@/api/generated';
import type { User } from '@/api/types';
import { atMost, checkFields, emailRules, where } from '@/lib/checks';
import { plural } from '@/lib/text';
import { themeLabels, themeNames, defaultTheme } from '@/theme/themes';
import type { ThemeOption } from './ThemePicker.style';

/** The settings of the screen, as text. */
export interface SettingsValues {
  readonly theme: User['theme'];
  /** In minutes. */
  readonly sessionTimeout: string;
  readonly email: string;
  readonly phone: string;
  readonly emailNotifications: 'on' | 'off';
}

export type SettingName = keyof SettingsValues;

export type SettingsEdits = Partial<SettingsValues>;

/** The themes in the order of the screen. `default` is shown as the default theme. */
export const themeOptions: readonly ThemeOption<User['theme']>[] = [
  { value: 'default', label: 'Default', palette: defaultTheme },
  ...themeNames.map((name) => ({ value: name, label: themeLabels[name], palette: name })),
];

/** The session timeouts that the server accepts, in minutes. */
export const sessionTimeouts = ['15', '30', '60', '120', '240'] as const;

/** The names of the settings in the save bar, in the order of the screen. */
export const settingNames: Readonly<Record<SettingName, string>> = {
  theme: 'theme',
  sessionTimeout: 'session timeout',
  email: 'email',
  phone: 'phone',
  emailNotifications: 'email notifications',
};

const order = Object.keys(settingNames) as readonly SettingName[];

export function savedOf(user: User): SettingsValues {
  return {
    theme: user.theme,
    sessionTimeout: String(user.sessionTimeout),
    email: user.email ?? '',
    phone: user.phone ?? '',
    emailNotifications: user.emailNotifications ? 'on' : 'off',
  };
}

/** The names of the settings that differ from the saved ones. */
export function changesOf(saved: SettingsValues, edits: SettingsEdits): readonly SettingName[] {
  return order.filter((name) => edits[name] !== undefined && edits[name] !== saved[name]);
}

/** `2 changes are not saved:` */
export function unsavedWords(count: number): string {
  return `${plural(count, 'change')} ${count === 1 ? 'is' : 'are'} not saved:`;
}

/** Contains only the changed settings, so that changes in other windows are kept. */
export function requestOf(values: SettingsValues, changed: readonly SettingName[]): UpdateSettingsRequest {
  const all: Required<Pick<UpdateSettingsRequest, SettingName>> = {
    theme: values.theme,
    sessionTimeout: Number(values.sessionTimeout),
    email: values.email === '' ? null : values.email,
    phone: values.phone === '' ? null : values.phone,
    emailNotifications: values.emailNotifications === 'on',
  };
  return Object.fromEntries(changed.map((name) => [name, all[name]]));
}

const isPhone = (text: string) => /^[\d+\-() ./]*$/.test(text);

/** The server's rules for contact data. */
export const checkSettings = checkFields<SettingsValues>({
  theme: [],
  sessionTimeout: [],
  emailNotifications: [],
  email: emailRules,
  phone: [atMost(40, 'Phone must be at most 40 characters'), where(isPhone, 'Enter a valid phone number')],
});

/** Reads changes stored in the window, without the theme; `null` if the value is invalid. */
export function readEdits(stored: unknown): SettingsEdits | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const found = stored as Readonly<Record<string, unknown>>;
  const edits: Partial<Record<SettingName, string>> = {};
  for (const name of order) {
    const value = found[name];
    if (typeof value === 'string' && isOffered(name, value)) edits[name] = value;
  }
  return edits as SettingsEdits;
}

function isOffered(name: SettingName, value: string): boolean {
  if (name === 'theme') return false;
  if (name === 'emailNotifications') return value === 'on' || value === 'off';
  return name !== 'sessionTimeout' || sessionTimeouts.some((minutes) => minutes === value);
}
