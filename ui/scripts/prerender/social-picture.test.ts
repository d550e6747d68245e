// @vitest-environment node
import { expect, test } from 'vitest';
import { createPictures } from './social-picture';

test('a picture is small and reproducible, and a title that does not fit is an error', async () => {
  const pictures = await createPictures('Educators Forum');
  const title =
    'Teachers know what works. We gather what they know and carry it to those who decide.';
  const picture = await pictures.draw(title, undefined);
  expect(picture.length).toBeLessThan(50_000);
  expect(await pictures.draw(title, undefined)).toEqual(picture);
  await expect(pictures.draw('Incomprehensibilities'.repeat(9), undefined)).rejects.toThrow(
    'does not fit',
  );
});
