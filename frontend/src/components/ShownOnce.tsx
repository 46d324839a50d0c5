import type { ReactNode } from 'react';
import { Callout } from './Callout';
import { useHeldText } from './useHeldText';

/**
 * The remark beside anything that nothing shows again, such as a code. As long as it stands there, kept or not, the page is
 * not reloaded behind the operator's back.
 */
export function ShownOnce({ children }: { readonly children: ReactNode }) {
  useHeldText(true);
  return <Callout lead="Shown once.">{children}</Callout>;
}
