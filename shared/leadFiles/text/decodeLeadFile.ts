import { findCodePage } from './codePages.ts';

export type DecodedFile = { text: string; encoding: string } | { refusal: 'otherFormat' | 'notText' };

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** Whether bytes are a zip file, as every .xlsx is. */
export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 3, 4);

/** Zip (.xlsx, .ods), OLE (.xls), PDF, and gzip. */
const isOtherFormat = (bytes: Uint8Array): boolean =>
  isZip(bytes) ||
  startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0) ||
  startsWith(bytes, 0x25, 0x50, 0x44, 0x46) ||
  startsWith(bytes, 0x1f, 0x8b);

const sampleBytes = 65_536;

/** UTF-16 by its mark or else by its zero bytes: half of the bytes of Latin text, and those of separators in others. */
const findUtf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  const length = Math.min(bytes.length, sampleBytes) & ~1;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < length; index += 2) {
    if (bytes[index] === 0) even += 1;
    if (bytes[index + 1] === 0) odd += 1;
  }
  const enough = length / 2 / 5;
  if (odd > enough && even * 8 <= odd) return 'utf-16le';
  return even > enough && odd * 8 <= even ? 'utf-16be' : null;
};

/** Control characters that text contains in no code page. Ctrl-Z is missing, because it used to end files. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const control = /[\x01-\x08\x0e-\x19\x1b-\x1f]/g;

const isBinary = (text: string): boolean =>
  (text.slice(0, sampleBytes).match(control)?.length ?? 0) > text.length / 500 + 1;

const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    const broken = text.match(/\ufffd/g)?.length ?? 0;
    const foreign = text.match(/[\u0080-\ufffc]+/g)?.length ?? 0;
    // A stray byte does not make a code page of a text whose other letters are valid.
    return foreign > broken * 3 ? text : null;
  }
};

/** The text of a file without its byte-order mark, and the name of its encoding. */
export const decodeLeadFile = (bytes: Uint8Array): DecodedFile => {
  if (isOtherFormat(bytes)) return { refusal: 'otherFormat' };
  const utf16 = findUtf16(bytes);
  const utf8 = utf16 === null ? decodeUtf8(bytes) : null;
  const encoding = utf16 ?? (utf8 === null ? findCodePage(bytes) : 'utf-8');
  const text = utf8 ?? new TextDecoder(encoding).decode(bytes);
  if (isBinary(text)) return { refusal: 'notText' };
  if (/^\s*(?:<(?:!doctype|html|table|\?xml|head|body)|\{\s*"|\[\s*[{[]|%PDF)/i.test(text.slice(0, 200)))
    return { refusal: 'otherFormat' };
  return { text, encoding };
};
