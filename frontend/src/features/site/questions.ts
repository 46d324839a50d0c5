import type { UpdateSiteSettingsRequest } from '@/api/generated';
import type { User } from '@/api/types';
import { canPassLockdown, needsSecondFactor } from '@/lib/permissions';
import { plural } from '@/lib/text';
import type { SiteLayer } from '@/state/uiSlice';

interface Words {
  readonly title: string;
  readonly description: string;
  readonly confirmLabel: string;
  readonly danger: boolean;
  readonly request: UpdateSiteSettingsRequest;
}

export const words: Readonly<Record<SiteLayer, Words>> = {
  lock: {
    title: 'Lock the site',
    description:
      'Everyone except administrators is signed out and cannot sign in, register or upload until you unlock the site. ' +
      'Administrators keep working. Unsent text is kept.',
    confirmLabel: 'Lock site',
    danger: true,
    request: { isLocked: true },
  },
  unlock: {
    title: 'Unlock the site',
    description: 'The lockdown ends. Every approved operator can sign in and work again.',
    confirmLabel: 'Unlock site',
    danger: false,
    request: { isLocked: false },
  },
  'require-2fa': {
    title: 'Require two-factor authentication',
    description:
      'Accounts of clearance level 3 and above, and all administrators, need a second factor to sign in. Accounts ' +
      'without one cannot sign in again until an administrator issues codes to them in code sync: with a code they ' +
      'sign in and set up an authenticator app. If no administrator can sign in, run ' +
      '"facility admin site --two-factor-optional" on the server.',
    confirmLabel: 'Require 2FA',
    danger: true,
    request: { twoFactorRequired: true },
  },
  'waive-2fa': {
    title: 'Make two-factor authentication optional',
    description:
      'Only accounts that have set up a second factor still need it to sign in. Existing setups stay.',
    confirmLabel: 'Make 2FA optional',
    danger: false,
    request: { twoFactorRequired: false },
  },
};

/** The number of accounts that a change affects, as text; `null` if it restricts none. */
export function affectedAccounts(question: SiteLayer, users: readonly User[]): string | null {
  if (question === 'lock') {
    const out = users.filter((other) => other.isApproved && !canPassLockdown(other));
    return `This affects ${plural(out.length, 'approved account')}.`;
  }
  if (question === 'require-2fa') {
    const hit = users.filter((other) => needsSecondFactor(other) && !other.twoFactorEnabled);
    return `This affects ${plural(hit.length, 'account')} without a second factor.`;
  }
  return null;
}
