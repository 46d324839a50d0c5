/** A text with the encoding it was decoded from. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
}

/**
 * Share of zeros in every second byte above which a text without a byte order mark is UTF-16: most characters of Latin
 * scripts have one.
 */
const zeroShare = 1 / 2;

function encodingOf(bytes: Uint8Array): DecodedText['encoding'] {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 1024);
  const zeros = (from: number) => head.filter((byte, at) => at % 2 === from && byte === 0).length;
  const [even, odd] = [zeros(0), zeros(1)];
  const enough = (head.length / 2) * zeroShare;
  if (even === 0 && odd > enough) return 'utf-16le';
  if (odd === 0 && even > enough) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Decodes a file by its byte order mark or, without one, by its bytes, with the same rule as the server. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}
