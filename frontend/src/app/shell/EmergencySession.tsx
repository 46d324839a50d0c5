import { useState } from 'react';
import { useLogout } from '@/commands/useCommandContext';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { tip } from '@/components/tips';
import { formatCountdown, formatTime } from '@/lib/dates';
import { useAppSelector } from '@/state/hooks';
import { useSecondsLeft } from '@/state/useSecondsLeft';
import { EmergencyCell, FenceBar } from './EmergencyMarks';

/** Shows that emergency access is in use, and the remaining time, which is not announced every second. */
export function EmergencyClock() {
  const left = useSecondsLeft();
  return (
    <EmergencyCell
      role="timer"
      aria-label="Emergency access ends in"
      data-clock
      {...tip('Emergency access cannot be extended.')}
    >
      <span>
        Emergency <i style={{ fontStyle: 'normal' }}>access</i>
      </span>
      {left !== null && <time>{formatCountdown(left)}</time>}
    </EmergencyCell>
  );
}

/** Lists the restrictions of emergency access on every page, with the button that ends it. */
export function EmergencyFence() {
  const endsAt = useAppSelector((state) => state.session.endsAt);
  const logout = useLogout();
  const [isAsking, setAsking] = useState(false);
  const end = endsAt === null ? '' : ` ${formatTime(new Date(endsAt).toISOString()).slice(0, 5)}`;
  return (
    <>
      <FenceBar
        lead={`Ends${end}, cannot be extended.`}
        words="No submissions, drafts, edits, comments, settings or 2FA. All activity is logged."
        action={
          <Button size="sm" onClick={() => setAsking(true)}>
            End session
          </Button>
        }
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="End emergency access"
        description="This ends your session. To open emergency access again, you need the administrator key."
        confirmLabel="End session"
        danger
        onConfirm={() => void logout()}
      />
    </>
  );
}
