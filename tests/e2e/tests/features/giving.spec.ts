// Giving, the store and the way to the application on a site where they are switched on.
import { accessToken, confirmedApplicant, newApplicant, submit } from '../../support/applicants.js';
import { keyboard, pointer } from '../../support/input-methods.js';
import {
  expect,
  expectAccessible,
  expectAccessibleView,
  test,
  wide,
} from '../../support/journey-test.js';
import { firstLink, mailTo } from '../../support/mailbox.js';
import { ownStack, type Running } from '../../support/stack.js';
import {
  confirm,
  expectPage,
  openAs,
  submitSignIn,
  submitSignUp,
  toast,
} from '../../support/steps.js';

const GIVE = 'https://give.example.org';
const SHOP = 'https://shop.example.org';
const DATES = 'Applications close March 31, 2099. We decide by May 15, 2099.';

let own: Running;

test.beforeAll(async () => {
  own = await ownStack(1, {
    FORUM__FEATURES: 'giving,shop,apply',
    FORUM__GIVING__ONE_TIME_URL: `${GIVE}/once?amount={amount}`,
    FORUM__GIVING__MONTHLY_URL: `${GIVE}/monthly?amount={amount}`,
    FORUM__GIVING__SPONSOR_TEACHER_URL: `${GIVE}/teacher?amount={amount}`,
    FORUM__GIVING__SPONSOR_FORUM_URL: `${GIVE}/forum?amount={amount}`,
    FORUM__SHOP__URL: SHOP,
    FORUM__SEASON__CLOSES_ON: '2099-03-31',
    FORUM__SEASON__DECIDES_BY: '2099-05-15',
  });
});
test.afterAll(() => own.end());

test.describe('1280 px wide', () => {
  test.use({ viewport: wide });

  test('a visitor gets from the home page to the application by keyboard', async ({ page }) => {
    const person = newApplicant();
    const main = page.getByRole('main');
    await page.goto('/');
    await expectAccessible(page);
    await keyboard.press(main.getByRole('link', { name: 'Apply to Join the Educators Forum' }));
    await expect(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible();
    await submitSignUp(page, person);
    await page.goto(firstLink(await mailTo(person.email, /confirm/i)));
    await confirm(page);
    await keyboard.press(main.getByRole('link', { name: 'Sign In', exact: true }));
    await submitSignIn(page, person);
    await expectPage(page, '/apply?step=1', 'Membership Application');
    await expect(toast(page)).toContainText(`Welcome, ${person.firstName}!`);
    await expect(main.getByText(DATES)).toBeVisible();
    await expectAccessibleView(page);

    await page.goto('/educators-forum');
    await keyboard.press(main.getByRole('link', { name: 'Apply to Attend' }));
    await expectPage(page, '/apply', 'Membership Application');
  });

  test('an applicant who has applied sees the dates with the status and in the receipt', async ({
    page,
  }) => {
    const teacher = await confirmedApplicant();
    await submit(await accessToken(teacher), {});
    const receipt = await mailTo(teacher.email, /received/i);
    expect(receipt.text).toContain(DATES);
    await openAs(page, teacher, '/apply');
    await expect(page.getByText(DATES)).toBeVisible();
    await expectAccessibleView(page);
  });

  test('the giving link carries the amount to the provider', async ({ page, watched }) => {
    watched.expectHost(GIVE);
    const opened: string[] = [];
    await page.route(`${GIVE}/**`, async (route) => {
      opened.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<h1>Provider</h1>' });
    });
    await page.goto('/donate');
    await expect(page.getByText('Online giving opens soon')).toHaveCount(0);
    await expectAccessibleView(page);
    const custom = page.getByLabel('Custom amount');
    await keyboard.type(custom, '75.5');
    await keyboard.press(page.getByRole('link', { name: 'Donate $75.50' }));
    await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
    expect(opened).toEqual([`${GIVE}/once?amount=75.50`]);
    // Back, the amount is still there.
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'One-Time Gift' })).toBeVisible();
  });
});

test.describe('390 px wide', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('every button of the store but one leads to the shop', async ({ page, watched }) => {
    watched.expectHost(SHOP);
    const fulfilled = { contentType: 'text/html', body: '<h1>Shop</h1>' };
    await page.route(`${SHOP}/**`, (route) => route.fulfill(fulfilled));
    await page.goto('/store');
    const main = page.getByRole('main');
    await expect(main.getByRole('button')).toHaveCount(0);
    const links = main.getByRole('link', { name: /Cart|Collection|Shop All|Bulk|Sponsor a Shirt/ });
    await expect(links).toHaveCount(12);
    for (const link of await links.all()) expect(await link.getAttribute('href')).toBe(SHOP);
    await expectAccessibleView(page);
    await expect(main.getByRole('link', { name: /Ambassador/ })).toHaveAttribute(
      'href',
      '/contact',
    );
    await pointer.press(main.getByRole('link', { name: /First Bell Mug/ }));
    await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('each page says how to give, order and apply, and has no dead control', async ({ page }) => {
    const main = page.getByRole('main');
    for (const [path, words] of [
      ['/donate', 'Giving online needs JavaScript. Without it, mail a check to our address'],
      ['/store', 'The buttons on this page need JavaScript. Without it, write to'],
    ] as const) {
      await page.goto(path);
      expect(await main.innerText()).toContain(words);
      await expect(main.locator('a:not([href]):visible')).toHaveCount(0);
    }
    await page.goto('/');
    const apply = main.getByRole('link', { name: 'Apply to Join the Educators Forum' });
    await expect(apply).toHaveAttribute('href', '/auth?next=%2Fapply%3Fstep%3D1#sign-up');
    expect(await (await page.goto('/faq'))?.text()).not.toContain('Online giving opens soon');
  });
});
