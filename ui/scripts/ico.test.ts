// @vitest-environment node
import { expect, test } from 'vitest';
import { icoOf } from './ico';

test('an ICO file tells of each picture its size, length and place', () => {
  const small = new Uint8Array([1, 2, 3]);
  const large = new Uint8Array([4, 5]);
  const ico = Buffer.from(
    icoOf([
      { size: 16, png: small },
      { size: 32, png: large },
    ]),
  );
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 2]);
  const entryAt = (start: number) => {
    const [length, offset] = [ico.readUInt32LE(start + 8), ico.readUInt32LE(start + 12)];
    const size = [ico.readUInt8(start), ico.readUInt8(start + 1)];
    return { size, png: [...ico.subarray(offset, offset + length)] };
  };
  expect(entryAt(6)).toEqual({ size: [16, 16], png: [1, 2, 3] });
  expect(entryAt(22)).toEqual({ size: [32, 32], png: [4, 5] });
  expect(ico).toHaveLength(6 + 2 * 16 + 5);
});
