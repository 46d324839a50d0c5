import type { ReactNode } from 'react';

/** Keeps the room of what is being loaded, so that nothing moves when it arrives. It is neither seen, read out nor focused. */
export function Reserved({ children }: { readonly children: ReactNode }) {
  return <span style={{ display: 'contents', visibility: 'hidden' }}>{children}</span>;
}
