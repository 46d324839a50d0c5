import { unusedLifetime } from '@/api/baseApi';
import { reconnectAfter } from '@/api/liveLink';
import { freshFor } from '@/features/documents/useRecords';
import { polling } from '@/features/submission/ownQueries';
import { presenceTimeout } from '@/lib/activity';
import { lockoutThreshold } from '@/lib/permissions';
import { adminPreviewLength } from '@/lib/text';
import { uploadLimits } from '@/lib/uploads';
import { adminPolling } from '@/state/usePolling';
import { healthPolling } from './listeners/live';
import { lockPolling } from './shell/AppShell';
import { toast } from './shell/NoticeBoard';
import { headingTimeout } from './shell/RouteAnnouncer';
import { warnBefore } from './shell/SessionWatch';

test.each([
  ['the lock is polled every 5 s', lockPolling, 5000],
  ['health is polled every 30 s while the connection is down', healthPolling, 30_000],
  ['lists of administrators are polled every 60 s', adminPolling, 60_000],
  ['own submissions are polled every 60 s', polling, 60_000],
  ['the connection is opened again after 3 s', reconnectAfter, 3000],
  ['answers are kept for 300 s', unusedLifetime, 300],
  ['a toast closes after 5 s', toast.duration, 5000],
  ['a toast is at most 420 px wide', toast.maxWidth, 420],
  ['a toast is swiped away after 50 px', toast.swipeThreshold, 50],
  ['a toast is swiped to the right', toast.swipeDirection, 'right'],
  ['a toast is reached with F8', toast.hotkey, 'F8'],
  ['the end of a session is announced 60 s before', warnBefore, 60],
  ['somebody is present for 60 s after a gesture', presenceTimeout, 60_000],
  ['a list that was left is shown again for 60 s', freshFor, 60],
  ['a new screen may take 5 s to show its heading', headingTimeout, 5000],
  ['an account counts as locked from 5 failures on', lockoutThreshold, 5],
  ['an upload has at most 10 MB', uploadLimits.maxBytes, 10_485_760],
  ['the preview of a document for administrators has 150 characters', adminPreviewLength, 150],
])('%s', (_what, value, expected) => {
  expect(value).toBe(expected);
});
