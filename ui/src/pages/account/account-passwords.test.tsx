/** What password managers and screen readers find in the forms of /account that ask for a password. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { button, here, notFresh, open, serveSessions, sheet } from '../../../test/api/account-page';
import { server, serveApi } from '../../../test/api/mock-api';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { queryCache } from '../../features/signed-in/query-cache';

serveApi();
withRealSession();
beforeEach(async () => {
  queryCache.clear();
  serveSessions(here);
  await signedInAs('applicant');
});

/** What a password manager sees of the form: each field with its `autocomplete`, in order, and the user name. */
function seen(field: HTMLElement) {
  const fields = [...((field as HTMLInputElement).form?.querySelectorAll('input') ?? [])];
  const userName = fields.find(({ autocomplete }) => autocomplete === 'username');
  return { fields: fields.map(({ autocomplete }) => autocomplete), userName: userName?.value };
}
const own = 'ada@example.com';

test('the forms for a new password and a new address name the account and take the password first', async () => {
  open();
  const password = sheet('Your password');
  expect(seen(await password.findByLabelText('New password'))).toEqual({
    fields: ['username', 'current-password', 'new-password'],
    userName: own,
  });
  const address = sheet('Your email address');
  expect(seen(address.getByLabelText('New email address'))).toEqual({
    fields: ['username', 'current-password', 'email'],
    userName: own,
  });
  const hidden = screen.getAllByDisplayValue(own).map((field) => field.getAttribute('aria-hidden'));
  expect(new Set(hidden)).toEqual(new Set(['true']));
  await expectAccessible();
});

test('the dialogs that ask for the password name the account', async () => {
  server.use(http.get('/api/users/me/export', notFresh));
  const { user } = open();
  await screen.findByText('Firefox on Linux');
  await user.click(button('Delete my account'));
  const deletion = within(await screen.findByRole('dialog'));
  expect(seen(deletion.getByLabelText('Current password')).userName).toBe(own);
  await user.keyboard('{Escape}');
  await user.click(button('Download my data'));
  const again = within(await screen.findByRole('dialog', { name: 'Please enter your password' }));
  expect(seen(again.getByLabelText('Current password')).userName).toBe(own);
});

test('the rules of a new password are read out with its field', async () => {
  open();
  const field = await screen.findByLabelText('New password');
  const rules = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(rules?.textContent).toMatch(/^Meet at least 4 of these 5:.*at least 8 characters/);
});
