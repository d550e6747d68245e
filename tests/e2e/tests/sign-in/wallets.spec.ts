// Wallets of Ethereum and Solana: each is linked under /account and then signs in. What a wallet signed signs in once, and
// only as it was signed for this site.
import type { APIRequestContext, Page } from '@playwright/test';
import { createSiweMessage } from 'viem/siwe';
import { codeOf, withApp } from '../../support/sign-in/authenticator-app.js';
import { walks } from '../../support/input-methods.js';
import { expect, expectSoundView } from '../../support/journey-test.js';
import { mailsAbout } from '../../support/mailbox.js';
import { tokenOf } from '../../support/seed.js';
import { stack } from '../../support/stack.js';
import { confirmedApplicant, type Person, startAs, toast } from '../../support/steps.js';
import { ethereumWallet, solanaWallet, type Wallet } from '../../support/sign-in/wallets.js';
import { test } from '../../support/sign-in/providers-test.js';

const NOTICE = /How you sign in to .* was changed/;
const MINUTE_MS = 60_000;

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Sign In' });
const section = (page: Page) => page.getByRole('region', { name: 'Other ways to sign in' });

const kinds = [
  { title: 'Ethereum', create: ethereumWallet },
  { title: 'Solana', create: solanaWallet },
] as const;

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/auth');
}

const begun = (value: string) => `${value.slice(0, 6)}…${value.slice(-4)}`;

for (const { title, create } of kinds)
  for (const { name, viewport, by } of walks)
    test.describe(`${title}, ${name}`, () => {
      test.use({ viewport });

      test('a wallet that nobody knows is told how, is linked, signs in and is unlinked', async ({
        page,
        watched,
      }) => {
        watched.expectConsoleError(/40[1349]/);
        const wallet = create();
        const owner = await wallet.plugInto(page);
        const person = await confirmedApplicant(page);
        const enter = panel(page).getByRole('button', { name: `Continue with ${title}` });
        const told = panel(page).getByRole('alert');

        await page.goto('/auth');
        await by.press(enter);
        await expect(told).toContainText('No account here is linked to this wallet.');
        await expectSoundView(page);
        owner.signs(false);
        await by.press(enter);
        await expect(told.or(panel(page).getByRole('status'))).toContainText(
          'Nothing was signed in your wallet.',
        );
        await expectSoundView(page);

        await startAs(page, person);
        await page.goto('/account');
        const link = section(page).getByRole('button', { name: `Link ${title}`, exact: true });
        await expect(section(page)).toContainText('Nothing is linked yet.');
        await by.press(link);
        await expect(section(page)).toContainText('Nothing was signed in your wallet.');
        await expectSoundView(page);
        owner.signs(true);
        await by.press(link);
        await expect(section(page)).toContainText(`${title} is linked.`);
        const row = section(page).getByRole('listitem');
        const address = owner.signed.at(-1)?.split('\n')[1] ?? '';
        await expect(row).toContainText(begun(wallet.address));
        expect(address.toLowerCase()).toBe(wallet.address.toLowerCase());
        await expect(link).toHaveCount(0);
        await expectSoundView(page);
        await mailsAbout(person.email, NOTICE, 1);

        await signOut(page);
        await by.press(enter);
        await expect(toast(page)).toContainText('Welcome back!');

        // Signing in by the wallet makes no session fresh: unlinking asks for the password.
        await page.goto('/account');
        await by.press(section(page).getByRole('button', { name: /^Unlink / }));
        await by.press(page.getByRole('button', { name: 'Unlink it' }));
        const dialog = page.getByRole('dialog', { name: 'Please enter your password' });
        await expectSoundView(page);
        await by.type(dialog.getByLabel('Current password'), person.password);
        await by.press(dialog.getByRole('button', { name: 'Continue' }));
        await expect(section(page)).toContainText(`${title} is unlinked.`);
        await expect(link).toBeVisible();
        await signOut(page);
        await by.press(enter);
        await expect(told).toContainText('No account here is linked to this wallet.');
      });

      test('without a wallet in the browser, both pages say so', async ({ page }) => {
        const person = await confirmedApplicant(page);
        await page.goto('/auth');
        await by.press(panel(page).getByRole('button', { name: `Continue with ${title}` }));
        const missing = 'There is no wallet of this kind in this browser.';
        await expect(panel(page).getByRole('alert')).toContainText(missing);
        await expectSoundView(page);
        await startAs(page, person);
        await page.goto('/account');
        await by.press(section(page).getByRole('button', { name: `Link ${title}` }));
        await expect(section(page).getByRole('alert')).toContainText(missing);
        await expectSoundView(page);
      });
    });

test('an account with an authenticator app is asked for its code after the wallet', async ({
  page,
}) => {
  const wallet = ethereumWallet();
  await wallet.plugInto(page);
  const person = await linkedTo(page, wallet);
  await startAs(page, person);
  const key = await withApp(page);
  await signOut(page);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const signUp = page.getByRole('tabpanel', { name: 'Sign Up' });
  await signUp.getByRole('button', { name: 'Continue with Ethereum' }).click();
  const field = panel(page).getByLabel('Code from the app');
  await expect(field).toBeFocused();
  await expectSoundView(page);
  await field.fill(codeOf(key, 1));
  await panel(page).getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(toast(page)).toContainText('Welcome back!');
});

test('a wallet that signs in to another account is not linked', async ({ page, watched }) => {
  watched.expectConsoleError(/409/);
  const wallet = solanaWallet();
  await wallet.plugInto(page);
  await linkedTo(page, wallet);
  await startAs(page, await confirmedApplicant(page));
  await page.goto('/account');
  await section(page).getByRole('button', { name: 'Link Solana' }).click();
  await expect(section(page).getByRole('alert')).toContainText(
    'This is linked to another account here.',
  );
  await expectSoundView(page);
});

async function nonceFrom(request: APIRequestContext): Promise<string> {
  const answer = await request.post('/api/auth/web3/nonces');
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { nonce: string }).nonce;
}

/** The message to sign, made by viem; for Solana the same with the names of Solana. */
async function messageFor(request: APIRequestContext, wallet: Wallet): Promise<string> {
  const { host, origin } = new URL(stack().url);
  const ethereum = createSiweMessage({
    address: wallet.chain === 'ethereum' ? (wallet.address as `0x${string}`) : NOBODY,
    chainId: 1,
    domain: host,
    nonce: await nonceFrom(request),
    statement: 'Sign in to Educators Forum.',
    uri: origin,
    version: '1',
  });
  if (wallet.chain === 'ethereum') return ethereum;
  return ethereum
    .replace('Ethereum account', 'Solana account')
    .replace(NOBODY, wallet.address)
    .replace('Chain ID: 1', 'Chain ID: mainnet');
}

const NOBODY = '0x52908400098527886E0F7030069857D2E4169EE7';

type Signed = { message: string; signature: string };

async function signed(wallet: Wallet, message: string): Promise<Signed> {
  return { message, signature: await wallet.sign(message) };
}

const enterBy = (request: APIRequestContext, { chain }: Wallet, proof: Signed) =>
  request.post('/api/auth/sessions/web3', { data: { chain, ...proof } });

/** Links the wallet to the account of somebody new. */
async function linkedTo(page: Page, wallet: Wallet): Promise<Person> {
  const { request } = page;
  const person = await confirmedApplicant(page);
  const headers = { Authorization: `Bearer ${await tokenOf(request, person)}` };
  const proof = await signed(wallet, await messageFor(request, wallet));
  const answer = await request.post(`/api/users/me/identities/${wallet.chain}`, {
    headers,
    data: proof,
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return person;
}

/** One line of a message said otherwise. */
const line = (name: string, said: string) => (message: string) => {
  const lines = message.split('\n');
  const at = lines.findIndex((one) => one.startsWith(`${name}: `));
  expect(at, name).toBeGreaterThan(0);
  lines[at] = `${name}: ${said}`;
  return lines.join('\n');
};

const plus = (more: string) => (message: string) => `${message}\n${more}`;
const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const domain = (said: (host: string) => string) => (message: string) =>
  message.replace(/^\S+/, said);

/** Each is signed by the right key, with a nonce that waits. */
const changes: ReadonlyArray<readonly [string, (message: string, other: Wallet) => string]> = [
  ['the domain of another site', domain(() => 'evil.example')],
  ['a domain that begins like the site', domain((host) => `${host}.evil.example`)],
  ['another port of the domain', domain((host) => host.replace(/\d+$/, '1'))],
  ['another scheme before the domain', domain((host) => `https://${host}`)],
  [
    'the address of another wallet',
    (message, other) => message.replace(/\n\S+\n/, `\n${other.address}\n`),
  ],
  ['no address', (message) => message.replace(/\n\S+\n/, '\n\n')],
  ['the URI of another site', line('URI', 'https://evil.example')],
  ['another path of the URI', (message) => message.replace(/^(URI: .*)$/m, '$1/auth')],
  ['version 2', line('Version', '2')],
  ['a test network', line('Chain ID', '11155111')],
  ['no chain id', (message) => message.replace(/Chain ID: .*\n/, '')],
  ['a nonce that was never given', line('Nonce', '0123456789abcdef0123456789abcdef')],
  ['a nonce that is too short', line('Nonce', '0123456')],
  [
    'a nonce written in capitals',
    (message) => message.replace(/Nonce: .*/, (said) => `Nonce: ${said.slice(7).toUpperCase()}`),
  ],
  ['issued an hour ago', line('Issued At', at(-60 * MINUTE_MS))],
  ['issued in an hour', line('Issued At', at(60 * MINUTE_MS))],
  ['issued in the year 2000', line('Issued At', '2000-01-01T00:00:00.000Z')],
  ['issued in the year 9999', line('Issued At', '9999-12-31T23:59:59.999Z')],
  ['no time of issue', line('Issued At', 'today')],
  ['an expiration in the past', plus(`Expiration Time: ${at(-1000)}`)],
  ['a beginning in the future', plus(`Not Before: ${at(60 * MINUTE_MS)}`)],
  ['a request id', plus('Request ID: 1')],
  ['resources', plus('Resources:\n- https://evil.example/everything')],
  ['an empty line at the end', plus('')],
  ['lines that end with CR LF', (message) => message.replaceAll('\n', '\r\n')],
  ['a second nonce', plus('Nonce: 0123456789abcdef0123456789abcdef')],
];

for (const { title, create } of kinds)
  test.describe(`the API, ${title}`, () => {
    test('a message signs in once: of two requests at the same moment one gets a session', async ({
      page,
    }) => {
      const { request } = page;
      const wallet = create();
      const { email } = await linkedTo(page, wallet);
      const proof = await signed(wallet, await messageFor(request, wallet));
      const answers = await Promise.all([1, 2].map(() => enterBy(request, wallet, proof)));
      const [entered, refused] = answers.sort((one, other) => one.status() - other.status());
      expect([entered?.status(), refused?.status()]).toEqual([201, 400]);
      expect(await entered?.json()).toMatchObject({ user: { email } });
      expect(await refused?.json()).toMatchObject({ code: 'message_invalid' });
      expect((await enterBy(request, wallet, proof)).status()).toBe(400);
    });

    test('a message that says anything else than it should signs nobody in', async ({ page }) => {
      const { request } = page;
      const [wallet, other] = [create(), create()];
      await linkedTo(page, wallet);
      const outcomes: string[] = [];
      for (const [what, change] of changes) {
        const message = await messageFor(request, wallet);
        const changed = change(message, other);
        expect(changed, what).not.toBe(message);
        const answer = await enterBy(request, wallet, await signed(wallet, changed));
        const { code } = (await answer.json()) as { code?: string };
        outcomes.push(`${what}: ${answer.status()} ${code}`);
      }
      const of = (what: string) =>
        what === 'the address of another wallet' ? '401 signature_invalid' : '400 message_invalid';
      expect(outcomes).toEqual(changes.map(([what]) => `${what}: ${of(what)}`));
    });

    test('a message that was changed after it was signed signs nobody in', async ({ page }) => {
      const { request } = page;
      const [wallet, other] = [create(), create()];
      await linkedTo(page, wallet);
      const message = await messageFor(request, wallet);
      const { signature } = await signed(wallet, message);
      const later = message.replace('Sign in to', 'Sign me in to');
      const changed = await enterBy(request, wallet, { message: later, signature });
      expect([changed.status(), (await changed.json()).code]).toEqual([401, 'signature_invalid']);
      // The right message, signed by another key.
      const second = await messageFor(request, wallet);
      const forged = await enterBy(request, wallet, await signed(other, second));
      expect((await forged.json()).code).toBe('signature_invalid');
      expect(forged.status()).toBe(401);
    });

    test('a message that waits for its moment signs in within it', async ({ page }) => {
      const { request } = page;
      const wallet = create();
      await linkedTo(page, wallet);
      const message = await messageFor(request, wallet);
      const span = `${message}\nExpiration Time: ${at(MINUTE_MS)}\nNot Before: ${at(-MINUTE_MS)}`;
      expect((await enterBy(request, wallet, await signed(wallet, span))).status()).toBe(201);
    });
  });

test('a message for one chain signs in with no wallet of another', async ({ page }) => {
  const { request } = page;
  const wallet = ethereumWallet();
  await linkedTo(page, wallet);
  const proof = await signed(wallet, await messageFor(request, wallet));
  const answer = await request.post('/api/auth/sessions/web3', {
    data: { chain: 'solana', ...proof },
  });
  expect(answer.status()).toBe(400);
});
