import { lazyPart, usePreload } from './lazyPart';
import { DialogFailed } from './PartFailed';
import type { SessionEndProps } from './SessionEndBox';
import { useKeyHold } from './useKeyHold';

const Box = lazyPart<SessionEndProps>(
  async () => (await import(/* webpackChunkName: "layers" */ './SessionEndBox')).SessionEndBox,
  { Failed: DialogFailed },
);

export function SessionEndDialog(props: SessionEndProps) {
  useKeyHold(true);
  return <Box {...props} />;
}

/** Has the warning there when its time comes, even if the server is not. */
export function useSessionEndSoon(): void {
  usePreload(Box);
}
