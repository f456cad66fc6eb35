const headerBytes = 6;
const entryBytes = 16;

/**
 * Encodes square PNG pictures as an .ico file. All current browsers accept PNG instead of bitmaps.
 * @param pictures by side length in pixels, at most 256
 */
export const encodeIco = (pictures: ReadonlyMap<number, Buffer>): Buffer => {
  const header = Buffer.alloc(headerBytes + pictures.size * entryBytes);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.size, 4);
  let offset = header.length;
  [...pictures].forEach(([side, png], index) => {
    const entry = headerBytes + index * entryBytes;
    // A side of 256 is written as 0.
    header.writeUInt8(side % 256, entry);
    header.writeUInt8(side % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures.values()]);
};
