/** What is chosen: tabs, cells and rows. */
const chosen = [
  "[aria-selected='true']",
  "[aria-checked='true']",
  "[aria-current]:not([aria-current='false'])",
  "label:has(>[type='radio']:checked)",
  "[data-row]:has([aria-current='true'])",
  '[data-filled]',
].join(',');

/** With the system's own colors, backgrounds and shadows do not show: what is chosen has the colors of a selection. */
export const forcedColors = `
@media (forced-colors:active){
  :is(${chosen}){forced-color-adjust:none;color:HighlightText!important;background:Highlight!important;border-color:Highlight!important}
  :is(${chosen}) *{color:inherit!important;border-color:currentColor}
}
`;
