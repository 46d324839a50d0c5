/** Height of the bar at the bottom of a form, in pixels. */
export const saveBarHeight = { wide: 64, phone: 60 } as const;

/** Height of the other parts around a text in full screen, in pixels: the tools, and on a phone the switch. */
export const toolsHeight = { wide: 40, phone: 98 } as const;
