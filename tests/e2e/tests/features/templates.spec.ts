// Administrators change the mails about applications.
import type { Page } from '@playwright/test';
import { keyboard, pointer } from '../../support/input-methods.js';
import {
  expect,
  expectAccessible,
  expectAccessibleView,
  test,
  wide,
} from '../../support/journey-test.js';
import { expectNoHorizontalScroll } from '../../support/page-checks.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { openAs, toast } from '../../support/steps.js';

// axe sends messages to frames, and a sandboxed one gets none.
test.beforeEach(({ watched }) => watched.expectConsoleError(/Failed to execute 'postMessage'/));

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let own: Running;
test.beforeAll(async () => {
  own = await ownStack(2, { FORUM__FEATURES: 'email_templates' });
});
test.afterAll(() => own.end());

const EDITOR = '/admin?tab=templates&template=application_approved';

const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
const html = (page: Page) => page.getByRole('textbox', { name: 'Text (HTML)' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });
const mail = (page: Page) => page.frameLocator('iframe').locator('body');
const saved = (page: Page) => expect(toast(page)).toContainText('The email template was saved.');

test.describe('by keyboard at 1280 px', () => {
  test.use({ viewport: wide });

  test('the preview follows the text, and an edited text survives a reload', async ({
    page,
    watched,
  }) => {
    watched.expectConsoleError(/status of 422/);
    await openAs(page, administrator(0), '/admin');
    await page.getByRole('tab', { name: 'Applications' }).focus();
    await page.keyboard.press('End');
    const edit = page.getByRole('link', { name: 'Edit the email “Application approved”' });
    await expect(edit).toBeVisible();
    await expectAccessibleView(page);
    await keyboard.press(edit);
    await expect(page.getByRole('heading', { name: 'Application approved' })).toBeFocused();
    await expect(mail(page)).toContainText('Your application is approved');
    await page.goBack();
    await expect(edit).toBeFocused();
    await page.goForward();

    await keyboard.type(subject(page), 'Aboard, !');
    await page.keyboard.press('ArrowLeft');
    await keyboard.press(button(page, 'Insert first name'));
    await expect(subject(page)).toHaveValue('Aboard, {{first_name}}!');
    await expect(subject(page)).toBeFocused();
    const { firstName } = administrator(0);
    await expect(preview(page)).toContainText(`Aboard, ${firstName}!`);
    await keyboard.type(html(page), '<p>Dear {{first_name}},</p><script>a</script>');
    await expect(html(page)).toHaveAccessibleDescription(/<script> is not allowed in an email\./);
    await expect(preview(page)).toContainText('The preview shows the last text without errors.');
    await expect(mail(page)).toContainText('Your application is approved');
    await keyboard.type(html(page), '<p>Dear {{first_name}},</p>');
    await expect(mail(page)).toContainText(`Dear ${firstName},`);
    await expect(html(page)).not.toHaveAttribute('aria-invalid');
    await expect(page.locator('iframe')).toHaveAttribute('sandbox', '');

    const asked = page.waitForEvent('dialog').then((leaving) => leaving.accept());
    await Promise.all([asked, page.reload()]);
    await expect(subject(page)).toHaveValue('Aboard, {{first_name}}!');
    await expectAccessibleView(page);
  });

  test('of two administrators, the second compares both texts and chooses', async ({
    page,
    elsewhere,
    watched,
  }) => {
    watched.expectConsoleError(/status of 412/);
    await openAs(page, administrator(0), EDITOR);
    await openAs(elsewhere, administrator(1), EDITOR);
    await subject(page).fill('Mine');
    await subject(elsewhere).fill('Theirs');
    await button(elsewhere, 'Save').click();
    await saved(elsewhere);
    await button(page, 'Save').click();
    const conflict = page.getByRole('status').filter({ hasText: 'while you were editing it' });
    await expect(conflict).toBeFocused();
    await expect(conflict.locator('del')).toHaveText('Mine');
    await expect(conflict.locator('ins')).toHaveText('Theirs');
    await expectAccessibleView(page);
    await keyboard.press(button(page, 'Use the saved text'));
    await keyboard.press(button(page, 'Keep editing'));
    await keyboard.press(button(page, 'Keep editing mine'));
    await keyboard.press(button(page, 'Save'));
    await saved(page);

    await subject(elsewhere).fill('Theirs again');
    await button(elsewhere, 'Save').click();
    await button(elsewhere, 'Use the saved text').click();
    await button(elsewhere, 'Discard').click();
    await expect(subject(elsewhere)).toHaveValue('Mine');
    await expect(elsewhere.getByText(/^Version 3$/)).toBeVisible();
  });
});

test.describe('by pointer at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the previews fit, and changes are discarded', async ({ page }) => {
    await openAs(page, administrator(0), '/admin?tab=templates');
    await pointer.press(page.getByRole('link', { name: 'Edit the email “Application received”' }));
    await html(page).fill('<p>Dear </p>');
    await expect(mail(page)).toContainText('Dear');
    for (const [name, width] of [
      ['Phone', '320px'],
      ['Desktop', '600px'],
    ] as const) {
      await page.getByRole('radio', { name }).click();
      await expect(page.locator('iframe')).toHaveCSS('width', width);
      await expectAccessible(page);
      await expectNoHorizontalScroll(page);
    }
    await page.getByRole('radio', { name: 'Plain text' }).click();
    await expect(preview(page).locator('pre')).toContainText('Dear');
    await pointer.press(button(page, 'Discard changes'));
    await pointer.press(button(page, 'Discard'));
    await expect(html(page)).toHaveValue(/^<h1>We have your application/);
  });
});
