import { Button } from '@/components/Button';
import { DeniedState } from '@/components/States';

/** A screen that failed. The cause is for the console, not for the operator. */
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

/** A failure of the shell around the screens: there is no masthead and no main region left to show it in. */
export function ShellError() {
  return (
    <main id="main">
      <RouteError />
    </main>
  );
}
