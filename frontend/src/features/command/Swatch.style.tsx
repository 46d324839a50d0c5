import styled from '@emotion/styled';
import { colorVariable } from '@/theme/cssVars';
import type { ThemeName } from '@/theme/themes';

const Box = styled.span`
  display: inline-flex;
  border: 1px solid var(${colorVariable('edge')});

  > i {
    width: 16px;
    height: 14px;
  }
`;

const shown = ['void', 'raised', 'edge', 'text', 'accent'] as const;

/** Five colors of a theme, side by side. The theme's class applies its colors only to the swatch. */
export function Swatch({ name }: { readonly name: ThemeName }) {
  return (
    <Box aria-hidden="true" data-swatch className={`theme-${name}`}>
      {shown.map((token) => (
        <i key={token} style={{ background: `var(${colorVariable(token)})` }} />
      ))}
    </Box>
  );
}
