import { createHmac } from 'node:crypto';

const symbols = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes Base32 (RFC 4648), ignoring blanks. */
function decode(text: string): Buffer {
  const bits = Array.from(text.replace(/[\s=]/g, '').toUpperCase())
    .map((symbol) => symbols.indexOf(symbol).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => parseInt(byte, 2)) ?? []);
}

/** The code that an authenticator app shows at a time in milliseconds (RFC 6238: SHA-1, 30 s, 6 digits). */
export function totp(key: string, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const mac = createHmac('sha1', decode(key)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
