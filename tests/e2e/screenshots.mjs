// `node screenshots.mjs FOLDER PROGRAMS URL` takes full-page screenshots of public pages on a desktop and a phone, and for the
// README the first view of the home page and of the dashboard. PROGRAMS has the programs `educators-forum` and `seed`.
import { execFileSync } from 'node:child_process';
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
  donate: '/donate',
  blog: '/blog',
};
/** Scaled down to keep the repository small. */
const screens = [
  { width: 1280, height: 900, scale: 0.5 },
  { width: 360, height: 740, scale: 0.6 },
];
const QUALITY = 40;

const administrator = { email: 'dana@school.example', password: 'Copper-71-meadow' };

const [folder, programs, origin] = process.argv.slice(2);
if (!folder || !programs || !origin) {
  console.error('usage: node screenshots.mjs FOLDER target/debug http://127.0.0.1:8080');
  process.exit(2);
}

async function capture(devTools, name, clip) {
  const { data } = await devTools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    // It changes the layout of the dashboard.
    captureBeyondViewport: clip.scale < 1,
    clip: { x: 0, y: 0, ...clip },
  });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}

/** Opens the dashboard with fictitious applications. */
async function openDashboard(page) {
  const { email, password } = administrator;
  const names = ['--first-name', 'Dana', '--last-name', 'Price'];
  execFileSync(join(programs, 'seed'), ['40'], { stdio: 'ignore' });
  execFileSync(
    join(programs, 'educators-forum'),
    ['admin', 'create', '--email', email, ...names, '--password-stdin'],
    { input: password, stdio: ['pipe', 'ignore', 'inherit'] },
  );
  await page.goto(`${origin}/auth`, { waitUntil: 'networkidle' });
  await page.getByLabel('Email', { exact: false }).first().fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${origin}/`);
  await page.goto(`${origin}/admin`, { waitUntil: 'domcontentloaded' });
  await page.getByRole('row').nth(5).waitFor();
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
      await openDashboard(page);
      await capture(devTools, 'dashboard', { width, height, scale: 1 });
    }
    await page.close();
  }
} finally {
  await browser.close();
}
