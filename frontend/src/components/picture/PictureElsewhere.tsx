import type { ComponentProps } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

/** The address is not part of the text, so it cannot be quoted. */
const Description = styled.span`
  &[data-address]::after {
    content: ' (' attr(data-address) ')';
    color: ${theme.color.muted};
    overflow-wrap: anywhere;
  }
`;

/** Longer addresses would hide the text around them. */
const longestAddress = 200;

/** A picture of another site. It is not loaded: its description and its address are shown. */
export function PictureElsewhere({ alt, src }: ComponentProps<'img'>) {
  const isShown = src !== undefined && /^https?:/i.test(src) && src.length <= longestAddress;
  return <Description data-address={isShown ? src : undefined}>[{alt ?? 'picture'}]</Description>;
}
