/**
 * Puts PNG pictures of one icon into a single ICO file, as every browser of today reads it.
 * https://learn.microsoft.com/windows/win32/menurc/newheader
 */
const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const ICON = 1;
const PLANES = 1;
const BITS = 32;

/** `size`: width and height of a square picture, below 256. */
export function icoOf(pictures: readonly { size: number; png: Uint8Array }[]): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16LE(ICON, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = HEADER_BYTES + ENTRY_BYTES * pictures.length;
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(ENTRY_BYTES);
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(PLANES, 4);
    entry.writeUInt16LE(BITS, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)]);
}
