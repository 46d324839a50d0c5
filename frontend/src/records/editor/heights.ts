/** Height of the bar at the foot of a form, in pixels. */
export const saveBarHeight = { wide: 64, phone: 60 } as const;

/** Height of what full screen shows above and below the text besides that bar: the tools, on a phone also the switch. */
export const toolsHeight = { wide: 40, phone: 98 } as const;
