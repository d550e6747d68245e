// Bytes of a first visit: scripts compressed by gzip, pictures as stored.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../../support/journey-test.js';
import { built, publicScreens } from '../../support/specified-words.js';

const MAX_SCRIPT_BYTES = 110_000;
const MAX_HOME_PICTURE_BYTES = 150_000;

for (const { path } of publicScreens) {
  test(`${path} loads no more than 110 kB of script on a first visit`, async ({ page }) => {
    const scripts = new Set<string>();
    const pictures = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'script') scripts.add(pathname);
      if (request.resourceType() === 'image') pictures.add(pathname);
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(scripts.size).toBeGreaterThan(0);
    const bytes = [...scripts].map(
      (name) => gzipSync(readFileSync(built(name)), { level: 9 }).length,
    );
    const total = bytes.reduce((sum, size) => sum + size, 0);
    expect(total, [...scripts].join('\n')).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);

    if (path !== '/') return;
    await page.evaluate(async () => {
      for (const picture of document.images) {
        picture.scrollIntoView();
        await picture.decode();
      }
    });
    const drawn = [...pictures].reduce((sum, name) => sum + readFileSync(built(name)).length, 0);
    expect(drawn).toBeLessThanOrEqual(MAX_HOME_PICTURE_BYTES);
  });
}
