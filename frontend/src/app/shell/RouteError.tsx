import { Button } from '@/components/Button';
import { DeniedState } from '@/components/States';

/** Shown for a screen that failed. The cause is only in the console. */
export function RouteError() {
  return (
    <DeniedState
      title="SYSTEM FAULT"
      subtitle="THIS SCREEN STOPPED WORKING"
      message="Reload the terminal to continue. Nothing that you saved is lost."
      action={
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    />
  );
}

/** Shown if the shell around the screens failed: there is no masthead or main region to show it in. */
export function ShellError() {
  return (
    <main id="main">
      <RouteError />
    </main>
  );
}
