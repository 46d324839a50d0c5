import type { MailSettings } from '@/api/types';

/** Every kind of mail is on. */
export function mailSettings(over: Partial<MailSettings> = {}): MailSettings {
  return {
    accountApproved: true,
    itemReviewed: true,
    timedOut: true,
    talk: true,
    securityAlert: true,
    deadline: true,
    resetRequested: true,
    ...over,
  };
}
