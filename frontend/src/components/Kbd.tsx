import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

export const Kbd = styled.kbd`
  font: ${theme.font.badge};
  line-height: 16px;
  border: 1px solid ${theme.color.edge};
  padding: 0 4px;
  color: ${theme.color.text};
  text-transform: uppercase;
  white-space: nowrap;

  a > * > & {
    color: inherit;
    border-color: currentColor;
  }
`;

/** Around the key of a control that also has words; not shown where the only pointer is a finger. */
export const KeyHint = styled.span`
  @media (hover: none) and (pointer: coarse) {
    display: none;
  }
`;

/** Words that take the place of a key where the only pointer is a finger. */
export const TouchHint = styled.span`
  display: none;

  @media (hover: none) and (pointer: coarse) {
    display: inline;
  }
`;

const Cap = styled(KeyHint)`
  ${theme.media.phone} {
    display: none;
  }
`;

/** The key of a control, in the control; not on a phone. The keys sheet names it for readers of speech. */
export function KeyCap({ children }: { readonly children: string }) {
  return (
    <Cap aria-hidden="true">
      <Kbd>{children}</Kbd>
    </Cap>
  );
}
