import { AuthPage } from '@/features/auth/AuthPage';
import { LockdownOverlay } from '../shell/LockdownOverlay';

/** The sign-in screen, under the lockdown notice for users whom the lockdown signed out. */
export function AuthRoute() {
  return (
    <>
      <AuthPage />
      <LockdownOverlay />
    </>
  );
}
