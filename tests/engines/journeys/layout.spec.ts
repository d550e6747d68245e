// What loads after the first paint moves nothing in view.
import { accessToken, confirmedApplicant, submit } from '../../e2e/support/applicants.js';
import { administrator } from '../../e2e/support/stack.js';
import { layoutShift } from '../in-page.js';
import { expect, test, wide } from '../journey-test.js';
import type { Page } from '../page.js';
import { giveCredentials, signInToApply } from '../steps.js';
import { button, heading, label, main, role, selector, type Target } from '../targets.js';

const MOST = 0.02;

/** Opens a page, waits for its content, and expects that nothing has moved and that an empty page has no footer in view. */
async function opensStill(page: Page, path: string, content: Target): Promise<void> {
  await page.goto(path);
  await page.shows(content);
  await page.holds('nothing loads', () => document.querySelector('.animate-pulse') === null);
  // Only Chromium measures it.
  expect(await page.call(layoutShift), `layout shift of ${path}`).toBeLessThanOrEqual(MOST);
  const footerOfEmptyPage = () => {
    for (const part of document.querySelectorAll<HTMLElement>('main > *')) part.hidden = true;
    return (document.querySelector('footer')?.getBoundingClientRect().top ?? 0) - innerHeight;
  };
  expect(await page.call(footerOfEmptyPage), `footer of ${path}`).toBeGreaterThanOrEqual(0);
}

for (const size of [wide, { width: 412, height: 823 }]) {
  test(`nothing moves while a page of an account loads, ${size.width} px wide`, async ({
    open,
  }) => {
    const visitor = await open(size);
    const signInForm = label('Email', role('tabpanel', 'Sign In'));
    for (const path of ['/auth', '/apply', '/account']) await opensStill(visitor, path, signInForm);
    await opensStill(visitor, '/admin', heading('Access Denied', main));
    await opensStill(visitor, '/', selector('h1'));

    await signInToApply(visitor, await confirmedApplicant());
    await opensStill(visitor, '/apply', button('Next'));
    await opensStill(visitor, '/account', heading('Delete your account'));
    await opensStill(visitor, '/auth', role('dialog'));

    const admin = await open(size);
    await giveCredentials(admin, administrator());
    await admin.isAt('/');
    await opensStill(admin, '/admin', role('radio', /^Total /));
    await opensStill(admin, '/account', heading('Delete your account'));
    const id = await submit(await accessToken(await confirmedApplicant()));
    await opensStill(admin, `/admin?application=${id}`, button('Approve'));
  });
}
