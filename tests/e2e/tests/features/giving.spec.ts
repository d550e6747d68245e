// Giving, the store and the way to the application on a site where they are switched on.
import { accessToken, confirmedApplicant, submit } from '../../support/applicants.js';
import { stackWith } from '../../support/features.js';
import { expect, expectAccessibleView, test, wide } from '../../support/journey-test.js';
import { mailTo } from '../../support/mailbox.js';
import type { Running } from '../../support/stack.js';
import { openAs } from '../../support/steps.js';

const DATES = 'Applications close March 31, 2099. We decide by May 15, 2099.';

let own: Running;

test.beforeAll(async () => {
  own = await stackWith('giving', 'shop', 'apply');
});
test.afterAll(() => own.end());

test.describe('1280 px wide', () => {
  test.use({ viewport: wide });

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
