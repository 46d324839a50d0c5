/** The time now, on the clock of key presses. */
export function keyTime(): number {
  return new Event('').timeStamp;
}
