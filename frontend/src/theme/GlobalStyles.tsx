import { Global, css } from '@emotion/react';
import plex400 from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2';
import plex600 from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-600-normal.woff2';
import vt323 from '@fontsource/vt323/files/vt323-latin-400-normal.woff2';
import { lengthStyles, paletteStyles } from './cssVars';
import { forcedColors } from './forcedColors';
import { lowWindow } from './lowWindow';
import { print } from './print';
import { theme } from './theme';
import { scanlineOpacity } from './tokens';

const { color, layer, length } = theme;

const fontFaces = `
@font-face{font-family:'IBM Plex Mono';font-weight:400;font-display:swap;src:url(${plex400}) format('woff2');}
@font-face{font-family:'IBM Plex Mono';font-weight:600;font-display:swap;src:url(${plex600}) format('woff2');}
@font-face{font-family:VT323;font-weight:400;font-display:swap;src:url(${vt323}) format('woff2');}
`;

const keyframes = `
@keyframes ft-caret{0%{opacity:1}50%{opacity:0}}
@keyframes ft-appear{from{opacity:0;transform:translateY(8px)}}
@keyframes ft-slide{from{opacity:0;translate:32px 0}}
@keyframes ft-late{from{opacity:0}to{opacity:1}}
@keyframes ft-pulse{0%{box-shadow:inset 0 0 0 3px ${color.danger}}100%{box-shadow:inset 0 0 0 16px transparent}}
@keyframes ft-type{from{clip-path:inset(0 100% 0 0)}to{clip-path:inset(0 0 0 0)}}
`;

const base = `
*,*::before,*::after{box-sizing:border-box}
html{color-scheme:dark;background:${color.void};color:${color.text};font:${theme.font.body};-webkit-font-smoothing:antialiased;
  font-variant-ligatures:none;font-feature-settings:'zero' 1;-webkit-text-size-adjust:100%;
  scroll-padding:calc(${length.masthead} + 40px) 0 calc(${length.foot} + 16px);overflow-wrap:anywhere}
@media (prefers-reduced-motion:no-preference){html{transition:--c-void 200ms linear,--c-panel 200ms linear,--c-text 200ms linear,
  --c-accent 200ms linear,--c-edge 200ms linear,--c-raised 200ms linear}}
body{margin:0;min-height:100dvh;
  background:radial-gradient(120% 90vh at 50% 0,color-mix(in srgb,${color.accent} 7%,${color.void}) 0,${color.void} 100%) no-repeat}
body::after{content:'';position:fixed;inset:0;pointer-events:none;z-index:${layer.scanlines};
  background:repeating-linear-gradient(to bottom,rgb(0 0 0/${scanlineOpacity}) 0 1px,transparent 1px 3px)}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure{margin:0;padding:0}
ul,ol{list-style:none}
a{color:inherit}
button,input,select,textarea{font:inherit;color:inherit;border-radius:0}
:focus{outline:none}
:focus-visible{outline:2px solid ${color.focus};outline-offset:2px}
h1:focus-visible,main:focus-visible,[data-landing]:focus-visible{outline:none}
::selection{background:${color.accent};color:${color.onAccent}}
.glow{text-shadow:0 0 12px color-mix(in srgb,${color.accent} 45%,transparent)}
`;

/** Decorations are off if the user prefers more contrast, and in tests. */
const quiet = `
@media (prefers-contrast:more),(forced-colors:active){
  body::after{display:none}
  body{background:${color.void}}
  .glow{text-shadow:none}
}
html[data-fx='off'] body::after{display:none}
html[data-fx='off'] body{background:${color.void}}
html[data-fx='off'] .glow{text-shadow:none}
html[data-fx='off'] :is([data-bar],[data-sticky]){position:static}
html[data-fx='off'] [data-alerts]:has(section){flex:1 1 100%}
html[data-fx='off'] [data-alerts] section{position:static;width:auto}
html[data-fx='off'] [data-bar]:has([data-alerts] section){flex-wrap:wrap;height:auto}
html[data-fx='off'] [data-rail]{display:none}
/* The corner brackets lie over the text as one element, which keeps a contrast check from seeing what is under it. */
html[data-fx='off'] [data-frame]::before{content:none}
`;

/** The page-wide styles: palettes, fonts, reset and effects. */
export function GlobalStyles() {
  return (
    <Global
      styles={css([
        paletteStyles(),
        lengthStyles(),
        fontFaces,
        keyframes,
        base,
        quiet,
        forcedColors,
        lowWindow,
        print,
      ])}
    />
  );
}
