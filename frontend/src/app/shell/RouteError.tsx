import { Button } from '@/components/Button';
import { DeniedState } from '@/components/States';

/** A screen that broke. What broke it is for the console, not for the operator. */
export function RouteError() {
  return (
    <DeniedState
      title="SYSTEM FAULT"
      subtitle="THIS SCREEN STOPPED WORKING"
      message="Reload the terminal to go on. Nothing that was saved is lost."
      action={
        <Button
          variant="primary"
          onClick={() => {
            window.location.reload();
          }}
        >
          Reload
        </Button>
      }
    />
  );
}
