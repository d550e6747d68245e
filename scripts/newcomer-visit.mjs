// The steps of scripts/newcomer on the site. `newcomer-visit.mjs first URL SPOOL [EMAIL]` opens the home page, signs up, confirms with
// the link in the mail spool and signs in over HTTP. `again URL` signs in, `photo URL` uploads a photo, and `look URL` opens
// the home page in Chromium.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium as installedChromium } from '../tests/browser.mjs';

const [step, url, spool, email = 'newcomer@school.example'] = process.argv.slice(2);
const password = 'Copper-71-meadow';

async function ask(path, status, body) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const answer = await fetch(url + path, body && { ...post, body: JSON.stringify(body) });
  const text = await answer.text();
  if (answer.status !== status)
    throw new Error(`${path} returned ${answer.status}, expected ${status}: ${text.slice(0, 500)}`);
  return text;
}

/** Decodes quoted-printable as far as links need it (RFC 2045, section 6.7). */
function readable(mail) {
  if (!/^content-transfer-encoding: quoted-printable/im.test(mail)) return mail;
  return mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
}

/** The text after `#token=` in the first mail to the newcomer that contains it. */
async function tokenOfMail() {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    for (const name of readdirSync(spool).filter((file) => file.endsWith('.eml'))) {
      const mail = readFileSync(join(spool, name), 'utf8');
      const token = mail.includes(email) && /#token=([\w-]+)/.exec(readable(mail))?.[1];
      if (token) return token;
    }
    await sleep(100);
  }
  throw new Error(`no mail with a link came to ${spool}`);
}

async function look() {
  const { chromium } = await import('../tests/node_modules/@playwright/test/index.mjs');
  const executablePath = installedChromium();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await browser.close();
}

async function signUp() {
  const page = await ask('/', 200);
  if (!page.includes('<h1') || !page.includes('<script type="module"'))
    throw new Error('the home page is incomplete');
  const person = { email, password, first_name: 'Nadia', last_name: 'Okafor' };
  await ask('/api/auth/signup', 202, person);
  await ask('/api/auth/verifications', 200, { token: await tokenOfMail() });
}

async function uploadPhoto() {
  const { access_token: token } = JSON.parse(await signIn());
  const body = new FormData();
  body.set('file', new Blob([readFileSync('ui/public/icon-512.png')]), 'me.png');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/headshots`, { method: 'POST', headers, body });
  if (answer.status !== 201)
    throw new Error(`the photo upload returned ${answer.status}: ${await answer.text()}`);
}

const signIn = () => ask('/api/auth/sessions', 201, { email, password });

if (step === 'look') await look();
if (step === 'photo') await uploadPhoto();
if (step === 'first') await signUp();
if (step === 'first' || step === 'again') await signIn();
