/** An idempotency key: 32 random hexadecimal digits. `crypto.randomUUID` does not exist without https. */
export function newAttemptKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
