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
      'Every screen turns red at once. Whoever is no administrator is sent out, and can neither sign in, register nor ' +
      'upload until the site is unlocked. Administrators and emergency access go on working. Unsent text is kept.',
    confirmLabel: 'Lock site',
    danger: true,
    request: { isLocked: true },
  },
  unlock: {
    title: 'Unlock the site',
    description: 'The lockdown ends. Every approved operator may sign in and work again.',
    confirmLabel: 'Unlock site',
    danger: false,
    request: { isLocked: false },
  },
  'require-2fa': {
    title: 'Require two-factor authentication',
    description:
      'Accounts of clearance level 3 and above, and all administrators, then need a second factor to sign in. Those ' +
      'without one are kept out from their next sign-in on, and none can be set up yet. What lets them in again is ' +
      '"facility admin site --two-factor-optional" on the server.',
    confirmLabel: 'Require 2FA',
    danger: true,
    request: { twoFactorRequired: true },
  },
  'waive-2fa': {
    title: 'Make two-factor authentication optional',
    description:
      'Nobody needs a second factor to sign in any more, unless their own account has one set up. What is set up stays.',
    confirmLabel: 'Make 2FA optional',
    danger: false,
    request: { twoFactorRequired: false },
  },
};

/** Whom it hits, counted over all accounts; `null` where nobody is worse off. */
export function whoIsHit(question: SiteLayer, users: readonly User[], user: User): string | null {
  if (question === 'lock') {
    const out = users.filter((other) => other.isApproved && !canPassLockdown(other));
    return `Shut out: ${plural(out.length, 'approved account')}.`;
  }
  if (question === 'require-2fa') {
    const hit = users.filter((other) => needsSecondFactor(other) && !other.twoFactorEnabled);
    const own = hit.some((other) => other.id === user.id);
    return `Without a second factor: ${plural(hit.length, 'account')}${own ? ', your own among them' : ''}.`;
  }
  return null;
}
