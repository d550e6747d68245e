// @vitest-environment node
import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import { indexedPng } from './indexed-png';
import { createPictures } from './social-picture';

/** Another program's reading of a PNG: its size and pixels. */
function decoded(png: Uint8Array, width: number, height: number): Uint8Array {
  const data = Buffer.from(png).toString('base64');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" image-rendering="optimizeSpeed" href="data:image/png;base64,${data}"/></svg>`;
  return new Resvg(svg).render().pixels;
}

const solid = (colour: readonly number[]) => [...colour, 255];

test('a drawing of few colours comes back as it was', () => {
  const [paper, ink, gold] = [solid([251, 248, 242]), solid([22, 50, 79]), solid([224, 165, 38])];
  const pixels = Uint8Array.from(
    [paper, paper, ink, gold, ink, paper].flatMap((colour) => colour ?? []),
  );
  expect(decoded(indexedPng(pixels, 3), 3, 2)).toEqual(Buffer.from(pixels));
});

test('of more than 256 colours the rare ones become the nearest', () => {
  const shades = Array.from({ length: 256 }, (_, shade) => solid([shade, 0, 0]));
  const often = [...shades, ...shades, solid([9, 3, 3])];
  const pixels = Uint8Array.from(often.flat());
  const back = decoded(indexedPng(pixels, often.length), often.length, 1);
  expect([...back.subarray(-4)]).toEqual(solid([9, 0, 0]));
});

test('a picture is light, the same each time, and holds long titles', async () => {
  const pictures = await createPictures('Educators Forum');
  const title =
    'Teachers know what works. We gather what they know and carry it to those who decide.';
  const picture = pictures.draw(title, undefined);
  expect(picture.length).toBeLessThan(60_000);
  expect(pictures.draw(title, undefined)).toEqual(picture);
  expect(() => pictures.draw('Incomprehensibilities'.repeat(9), undefined)).toThrow('does not fit');
});
