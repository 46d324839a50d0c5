import { paths } from '@/lib/paths';

/** Parts of the facility that have their place in the menu and no screen yet. */
export const pendingSections = [
  { path: paths.templates, name: 'Templates' },
  { path: paths.archive, name: 'Archive system' },
  { path: paths.settings, name: 'Settings' },
] as const;
