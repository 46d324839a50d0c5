/** Selectors of selected tabs, cells and rows. */
const chosen = [
  "[aria-selected='true']",
  "[aria-checked='true']",
  "[aria-current]:not([aria-current='false'])",
  "label:has(>[type='radio']:checked)",
  "[data-row]:has([aria-current='true'])",
  '[data-filled]',
].join(',');

/** Forced colors hide backgrounds and shadows, so selected elements get the system's selection colors. */
export const forcedColors = `
@media (forced-colors:active){
  :is(${chosen}){forced-color-adjust:none;color:HighlightText!important;background:Highlight!important;border-color:Highlight!important}
  :is(${chosen}) *{color:inherit!important;border-color:currentColor}
}
`;
