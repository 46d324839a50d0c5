import type { DocumentVersion } from '@/api/types';
import { formatDateTime } from '@/lib/dates';
import { plural } from '@/lib/text';
import type { VersionRow } from './VersionList.style';

/** The name of a version without a description of its change. */
function describe({ changeDescription, versionNumber }: DocumentVersion): string {
  if (changeDescription !== null && changeDescription !== '') return changeDescription;
  return versionNumber === 1 ? 'First text' : 'No description';
}

export function rowOfVersion(version: DocumentVersion): VersionRow {
  return {
    number: version.versionNumber,
    time: formatDateTime(version.createdAt).slice(0, 16),
    author: version.createdByUsername,
    description: describe(version),
    preview: version.preview ?? '',
  };
}

/** A version as an option of a select: `2 / 2026-09-14 t-finch`. */
export function optionOf({ versionNumber, createdAt, createdByUsername }: DocumentVersion) {
  const value = String(versionNumber);
  return { value, label: `${value} / ${formatDateTime(createdAt).slice(0, 10)} ${createdByUsername}` };
}

export interface Pair {
  /** `null` if there is no version before the shown one and none was chosen. */
  readonly base: DocumentVersion | null;
  readonly shown: DocumentVersion;
}

/**
 * The versions to compare, by the requested numbers. If a number is missing or unknown, the newest version is compared
 * with the one before it.
 */
export function pairOf(
  versions: readonly DocumentVersion[],
  base: number | undefined,
  shown: number | undefined,
): Pair | null {
  const numbered = (wanted: number | undefined) =>
    versions.findIndex(({ versionNumber }) => versionNumber === wanted);
  const at = Math.max(0, numbered(shown));
  const on = versions[at];
  if (on === undefined) return null;
  const asked = versions[numbered(base)];
  return { shown: on, base: asked ?? versions[at + 1] ?? null };
}

/** The level of a document after a revert, which never lowers it. */
export function levelAfterRevert(version: DocumentVersion, level: number): number {
  return Math.max(version.clearanceLevel, level);
}

/** The effect of a revert on the level, in a few words. */
export function levelWords(version: DocumentVersion, level: number): string {
  const after = levelAfterRevert(version, level);
  return after > level ? `rises to L${after}` : `stays L${after}; a revert never lowers it`;
}

/** The changes of a revert: `18 words added, 4 removed, and the files`. */
export function changeWords(added: number, removed: number, hasOtherFiles: boolean): string {
  const words = `${plural(added, 'word')} added, ${removed} removed`;
  return hasOtherFiles ? `${words}, and the files` : words;
}
