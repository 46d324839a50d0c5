import { colorVariable } from './cssVars';
import { colorTokens, ink } from './tokens';

/**
 * Print styles for every page: black text without backgrounds, whether or not the browser prints them. The rest is in
 * `sheet.ts`, which is loaded after the screen.
 */
export const print = `
@media screen{[data-paper-only]{display:none!important}}
@media print{
  :root[class]{${colorTokens.map((token) => `${colorVariable(token)}:${ink};`).join('')}}
  *,::before,::after{background:none!important}
  [data-withheld]{border:1px solid}
}
`;
