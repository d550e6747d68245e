import { expect, phone, test, wide } from '../journey-test.js';

for (const size of [wide, phone])
  test(`public pages are sound at ${size.width} px`, async ({ open }) => {
    const page = await open(size);
    for (const path of ['/', '/about', '/reports', '/teachers', '/faq', '/donate']) {
      await page.goto(path);
      await page.isSound();
    }
    expect(await page.call(() => innerWidth)).toBe(size.width);
  });
