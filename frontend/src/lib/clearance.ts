/** Clearance levels and access keys with their names. */

export const clearanceLevels = [1, 2, 3, 4, 5] as const;

/** The level at which two administrators have to approve, if there are two who can. */
export const topLevel = 5;
export type ClearanceLevel = (typeof clearanceLevels)[number];

const names: Readonly<Record<ClearanceLevel, string>> = {
  1: 'SUBJECT',
  2: 'INNOVATION',
  3: 'SECURITY',
  4: 'TASK FORCE',
  5: 'SITE COMMAND / DEVELOPER',
};

function isClearanceLevel(value: number): value is ClearanceLevel {
  return clearanceLevels.some((level) => level === value);
}

/** The name of a level; anything outside 1 to 5 is UNKNOWN. */
export function clearanceName(level: number): string {
  return isClearanceLevel(level) ? names[level] : 'UNKNOWN';
}

export const accessKeys = ['subject', 'innovation', 'security', 'taskforce', 'command', 'developer'] as const;
export type AccessKey = (typeof accessKeys)[number];

const keyLevels: Readonly<Record<AccessKey, ClearanceLevel>> = {
  subject: 1,
  innovation: 2,
  security: 3,
  taskforce: 4,
  command: 5,
  developer: 5,
};

const keyLabels: Readonly<Record<AccessKey, string>> = {
  subject: 'Subject',
  innovation: 'Innovation Department',
  security: 'Security Department',
  taskforce: 'Task Force Detachment',
  command: 'Site Command',
  developer: 'Developer',
};

export function isAccessKey(value: string): value is AccessKey {
  return accessKeys.some((key) => key === value);
}

export function levelOfKey(key: AccessKey): ClearanceLevel {
  return keyLevels[key];
}

/** The name of an access key on screen; an unknown key is returned unchanged. */
export function accessKeyLabel(key: string): string {
  return isAccessKey(key) ? keyLabels[key] : key;
}

export const accessKeyOptions = accessKeys.map((value) => ({ value, label: keyLabels[value] }));

/** Keys that request administrator rights at registration. An administrator still has to grant them. */
export function claimsAdmin(key: AccessKey): boolean {
  return key === 'command' || key === 'developer';
}

/** Levels up to and including the user's own. */
export function levelsUpTo(level: number): readonly ClearanceLevel[] {
  return clearanceLevels.filter((candidate) => candidate <= level);
}
