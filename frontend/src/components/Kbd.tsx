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

/** Wraps the key of a control that also has a label; hidden on touch-only devices. */
export const KeyHint = styled.span`
  @media (hover: none) and (pointer: coarse) {
    display: none;
  }
`;

/** Text that replaces a key on touch-only devices. */
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

/** The key of a control, inside the control; hidden on a phone. Screen readers find it in the keys sheet. */
export function KeyCap({ children }: { readonly children: string }) {
  return (
    <Cap aria-hidden="true">
      <Kbd>{children}</Kbd>
    </Cap>
  );
}
