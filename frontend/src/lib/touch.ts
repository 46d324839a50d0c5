/** Whether the only pointer is a finger, so that hints about keys are useless. */
export function touchOnly(): boolean {
  return window.matchMedia('(hover: none) and (pointer: coarse)').matches;
}
