/**
 * A key that the server knows one attempt by, so that sending it twice does it once: 32 hexadecimal digits of chance.
 * `crypto.randomUUID` is missing where the terminal is served without https.
 */
export function newAttemptKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
