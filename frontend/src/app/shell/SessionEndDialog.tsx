import { useKeyHold } from '@/components/dialog/Dialog';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { DialogFailed } from '@/components/PartFailed';
import type { SessionEndProps } from './SessionEndBox';

const Box = lazyPart<SessionEndProps>(
  async () => (await import(/* webpackChunkName: "layers" */ './SessionEndBox')).SessionEndBox,
  { Failed: DialogFailed },
);

export function SessionEndDialog(props: SessionEndProps) {
  useKeyHold(true);
  return <Box {...props} />;
}

/** Preloads the warning, which must also appear if the server cannot be reached. */
export function useSessionEndSoon(): void {
  usePreload(Box);
}
