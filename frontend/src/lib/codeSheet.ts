import { formatDate } from './dates';

export interface Codes {
  /** Empty if the backup codes did not change. */
  readonly backupCodes: readonly string[];
  readonly staticCode: string;
}

/** The codes as a text file to keep, with the date. */
export function codeSheet(username: string, { backupCodes, staticCode }: Codes, now = new Date()): string {
  return [
    `FACILITY TERMINAL: codes of ${username}`,
    `Issued ${formatDate(now.toISOString())}`,
    '',
    ...(backupCodes.length > 0 ? ['Backup codes. Each works once.', ...backupCodes, ''] : []),
    'Permanent static code. Every use raises an alert.',
    staticCode,
    '',
  ].join('\n');
}

/** Offers a text to the user as a file download. */
export function saveAsFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
