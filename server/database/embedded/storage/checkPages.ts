import { open, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * The checksums that PostgreSQL keeps in each page (checksum_impl.h) and in its control file, for a database that does not
 * run: the server itself finds a damaged page only when it reads it.
 */

const pageBytes = 8_192;
const pagesOfFile = 131_072;
const pagesAtOnce = 128;
const lanes = 32;
const prime = 16_777_619;
/** Offsets in the header of a page. */
const checksumAt = 8;
const upperAt = 14;

const seeds = [
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
];

const checksumOf = (page: DataView, block: number): number => {
  const sums = Int32Array.from(seeds);
  const mix = (lane: number, value: number): void => {
    const mixed = (sums[lane] ?? 0) ^ value;
    sums[lane] = Math.imul(mixed, prime) ^ (mixed >>> 17);
  };
  for (let at = 0; at < pageBytes; at += lanes * 4)
    for (let lane = 0; lane < lanes; lane += 1) {
      const offset = at + lane * 4;
      // The checksum itself counts as zero; the flags beside it are kept.
      mix(lane, offset === checksumAt ? page.getInt32(offset, true) & ~0xffff : page.getInt32(offset, true));
    }
  for (let round = 0; round < 2; round += 1) for (let lane = 0; lane < lanes; lane += 1) mix(lane, 0);
  let result = 0;
  for (const sum of sums) result ^= sum;
  return (((result ^ block) >>> 0) % 65_535) + 1;
};

const isDamaged = (page: DataView, block: number): boolean => {
  if (page.getUint16(upperAt, true) === 0) {
    // A new page is empty.
    for (let at = 0; at < pageBytes; at += 4) if (page.getInt32(at, true) !== 0) return true;
    return false;
  }
  return page.getUint16(checksumAt, true) !== checksumOf(page, block);
};

const reflectedCastagnoli = 0x82f63b78;
/** Offsets in the control file: the state of the server, and where its checksum may be. */
const stateAt = 16;
const shutDown = 1;
const controlBytes = 512;

/** Whether the control file is whole, and says that the server was stopped in order. */
const readControl = async (folder: string): Promise<'damaged' | 'stopped' | 'running'> => {
  const control = await readFile(join(folder, 'global', 'pg_control'));
  if (control.length < controlBytes) return 'damaged';
  let crc = 0xffffffff;
  for (let at = 0; at < controlBytes; at += 1) {
    // The checksum follows the last field, and its place depends on the version.
    if (at > stateAt + 4 && at % 4 === 0 && (crc ^ 0xffffffff) >>> 0 === control.readUInt32LE(at))
      return control.readUInt32LE(stateAt) === shutDown ? 'stopped' : 'running';
    crc ^= control[at] ?? 0;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ reflectedCastagnoli : crc >>> 1;
  }
  return 'damaged';
};

const listFiles = async (folder: string): Promise<string[]> => {
  const isRelation = (name: string): boolean => /^\d+(?:_(?:fsm|vm|init))?(?:\.\d+)?$/.test(name);
  const places = ['global', ...(await readdir(join(folder, 'base'))).map((name) => join('base', name))];
  const lists = await Promise.all(
    places.map(async (place) =>
      (await readdir(join(folder, place))).filter(isRelation).map((name) => join(place, name)),
    ),
  );
  return lists.flat();
};

export type PageReport =
  | { state: 'damaged'; found: string }
  | { state: 'sound'; pages: number; isComplete: boolean }
  /** Pages may be half written until the next start repairs them. */
  | { state: 'unclean' };

const timeLimitMs = 5_000;

/** Compares the pages of a database that does not run with their checksums, for a limited time. Only reads. */
export const checkPages = async (folder: string, limitMs: number = timeLimitMs): Promise<PageReport> => {
  const control = await readControl(folder);
  if (control === 'damaged') return { state: 'damaged', found: 'global/pg_control does not match its checksum' };
  if (control === 'running') return { state: 'unclean' };
  const until = performance.now() + limitMs;
  const buffer = Buffer.alloc(pageBytes * pagesAtOnce);
  let pages = 0;
  for (const name of await listFiles(folder)) {
    const first = Number(/\.(\d+)$/.exec(name)?.[1] ?? 0) * pagesOfFile;
    const file = await open(join(folder, name), 'r');
    try {
      for (let block = 0; ; block += pagesAtOnce) {
        if (performance.now() > until) return { state: 'sound', pages, isComplete: false };
        const { bytesRead } = await file.read(buffer, 0, buffer.length, block * pageBytes);
        for (let at = 0; at + pageBytes <= bytesRead; at += pageBytes) {
          const page = new DataView(buffer.buffer, buffer.byteOffset + at, pageBytes);
          const number = block + at / pageBytes;
          if (isDamaged(page, first + number))
            return { state: 'damaged', found: `page ${number} of ${name} does not match its checksum` };
          pages += 1;
        }
        if (bytesRead < buffer.length) break;
      }
    } finally {
      await file.close();
    }
  }
  return { state: 'sound', pages, isComplete: true };
};
