import { expect, it } from 'vitest';
import { encodeIco } from './encodeIco.ts';

it('writes the size and the offset of each picture', () => {
  const pictures = new Map([16, 48, 256].map((side) => [side, Buffer.from(`picture of ${side}`)]));
  const ico = encodeIco(pictures);

  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3]);
  const found = [...pictures.keys()].map((_side, index) => {
    const entry = ico.subarray(6 + index * 16, 22 + index * 16);
    const offset = entry.readUInt32LE(12);
    const bytes = ico.subarray(offset, offset + entry.readUInt32LE(8));
    return { width: entry.readUInt8(0), height: entry.readUInt8(1), bytes: bytes.toString() };
  });
  expect(found).toEqual([
    { width: 16, height: 16, bytes: 'picture of 16' },
    { width: 48, height: 48, bytes: 'picture of 48' },
    // 256 does not fit into one byte: the format uses 0.
    { width: 0, height: 0, bytes: 'picture of 256' },
  ]);
});
