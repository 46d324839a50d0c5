import { formatDate } from './dates';

export interface Codes {
  /** Empty where they stay as they were. */
  readonly backupCodes: readonly string[];
  readonly staticCode: string;
}

/** The codes as a text to keep, with their day. */
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

/** Hands a text to the browser as a file to save. */
export function saveAsFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
