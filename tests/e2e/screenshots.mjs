// `node screenshots.mjs FOLDER URL` takes full-page screenshots of the public pages on a desktop and a phone, and one of the
// first view for the README.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromium as installedChromium } from '../browser.mjs';

const pages = {
  home: '/',
  about: '/about',
  forum: '/educators-forum',
  reports: '/reports',
  teachers: '/teachers',
  store: '/store',
  contact: '/contact',
  donate: '/donate',
  faq: '/faq',
  blog: '/blog',
  privacy: '/privacy',
  'still-to-come': '/about/mission-vision',
  'not-found': '/no-such-page',
};
/** Scaled down to keep the repository small. */
const screens = [
  { width: 1280, height: 900, scale: 0.5 },
  { width: 360, height: 740, scale: 0.6 },
];
const QUALITY = 40;

const [folder, origin] = process.argv.slice(2);
if (!folder || !origin) {
  console.error('usage: node screenshots.mjs FOLDER http://127.0.0.1:8080');
  process.exit(2);
}

async function capture(devTools, name, clip) {
  const { data } = await devTools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, ...clip },
  });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}

const browser = await chromium.launch({
  executablePath: installedChromium(),
  args: ['--no-sandbox'],
});
mkdirSync(folder, { recursive: true });
try {
  for (const { width, height, scale } of screens) {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
    const devTools = await page.context().newCDPSession(page);
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(origin + path, { waitUntil: 'networkidle' });
      const foot = await page.evaluate(async () => {
        for (const picture of document.images) {
          picture.loading = 'eager';
          await picture.decode();
        }
        return document.documentElement.scrollHeight;
      });
      await capture(devTools, `${name}-${width}`, { width, height: foot, scale });
    }
    if (width > 1000) {
      await page.goto(origin, { waitUntil: 'networkidle' });
      await capture(devTools, 'first-view', { width, height: 640, scale: 1 });
    }
    await page.close();
  }
} finally {
  await browser.close();
}
