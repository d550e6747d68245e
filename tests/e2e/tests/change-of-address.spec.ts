// Another address for an account: both addresses confirm it, and the old one can take it back.
import { walks } from '../hands.js';
import { expect, expectSoundView, test } from '../journey-test.js';
import { firstLink, mailTo } from '../mailbox.js';
import { confirmedApplicant, people, signIn, startAs, toast } from '../steps.js';
import { stack } from '../stack.js';

const chosen = 'Harbor-58-violet';

for (const { name, viewport, by } of walks)
  test.describe(name, () => {
    test.use({ viewport });

    test('the address changes once both have confirmed it, and the old one can take it back', async ({
      page,
      elsewhere,
      watched,
    }) => {
      test.slow(); // the whole story of an account that was taken over
      watched.expectConsoleError(/401|could not be (loaded|refreshed)/);
      const person = await confirmedApplicant(page);
      const { email: next } = people.applicant();
      const main = page.getByRole('main');
      const confirmation = main.getByRole('button', { name: 'Confirm my e-mail address' });
      await startAs(page, person);

      await test.step('asked for with the password', async () => {
        await page.goto('/account');
        const form = page.getByRole('region', { name: 'Your e-mail address' });
        const password = form.getByLabel('Password of your account');
        const ask = form.getByRole('button', { name: 'Change the address' });
        await by.type(form.getByLabel('New e-mail address'), next);
        await by.type(password, 'Not-my-password-1');
        await by.press(ask);
        await expect(form.getByText('This is not your current password')).toBeVisible();
        await expect(password).toBeFocused();
        await expectSoundView(page);
        await by.type(password, person.password);
        await by.press(ask);
        const asked = form.getByRole('status').filter({ hasText: 'written to both addresses' });
        await expect(asked).toBeFocused();
        await expectSoundView(page);
      });

      await test.step('confirmed by the old address, which changes nothing yet', async () => {
        await page.goto(firstLink(await mailTo(person.email, /Confirm that you change/)));
        await expectSoundView(page);
        await by.press(confirmation);
        await expect(main.getByRole('status')).toContainText('One step is left');
        await expect(main.getByRole('status')).toBeFocused();
        await expectSoundView(page);
        await page.goto('/account');
        await expect(main.getByText(person.email, { exact: true })).toBeVisible();
      });

      await test.step('confirmed by the new one', async () => {
        await page.goto(firstLink(await mailTo(next, /Confirm your new e-mail address/)));
        await by.press(confirmation);
        await expect(toast(page)).toContainText('E-mail address changed');
        await page.goto('/account');
        await expect(main.getByText(next, { exact: true })).toBeVisible();
        await signIn(elsewhere, person);
        await expect(elsewhere.getByRole('main').getByRole('alert')).toBeVisible();
        await signIn(elsewhere, { ...person, email: next });
        await expect(toast(elsewhere)).toContainText('Welcome back!');
      });

      await test.step('taken back by the old one, and everybody is signed out', async () => {
        const link = firstLink(await mailTo(person.email, /has another e-mail address/));
        expect(link).toContain(`${stack().url}/auth/restore#token=`);
        await page.goto(link);
        await expectSoundView(page);
        await by.press(main.getByRole('button', { name: 'Put my address back' }));
        const done = main.getByRole('status').filter({ hasText: 'Your address is put back' });
        await expect(done).toBeFocused();
        await expectSoundView(page);
        await by.type(main.getByLabel('New password'), chosen);
        await by.press(main.getByRole('button', { name: 'Set the new password' }));
        await expect(toast(page)).toContainText('Password changed');
        await elsewhere.goto('/account');
        await expect(elsewhere).toHaveURL('/auth');
        await signIn(elsewhere, { ...person, email: next });
        await expect(elsewhere.getByRole('main').getByRole('alert')).toBeVisible();
        await signIn(elsewhere, { ...person, password: chosen });
        await expect(toast(elsewhere)).toContainText('Welcome back!');
      });
    });
  });

for (const { what, fragment } of [
  { what: 'without a token', fragment: '' },
  { what: 'with junk', fragment: '#token=junk' },
])
  test(`/auth/restore ${what} says so, and shows a way on`, async ({ page, watched }) => {
    watched.expectConsoleError(/400/);
    await page.goto(`/auth/restore${fragment}`);
    const main = page.getByRole('main');
    if (fragment !== '') await main.getByRole('button', { name: 'Put my address back' }).click();
    await expect(main.getByRole('alert')).toContainText(/^This link/);
    await expectSoundView(page);
    await expect(main.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      '/contact',
    );
    await main.getByRole('link', { name: 'Ask for a new password' }).press('Enter');
    await expect(page).toHaveURL('/auth/recover');
  });
