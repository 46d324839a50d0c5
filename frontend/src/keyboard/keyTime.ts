/** The current time on the clock of keyboard events, in milliseconds. */
export function keyTime(): number {
  return new Event('').timeStamp;
}
