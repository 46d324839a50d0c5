import { AuthPage } from '@/features/auth/AuthPage';
import { LockdownOverlay } from '../shell/LockdownOverlay';

/** Sign-in, under the lockdown notice for those who were sent here by it. */
export function AuthRoute() {
  return (
    <>
      <AuthPage />
      <LockdownOverlay />
    </>
  );
}
