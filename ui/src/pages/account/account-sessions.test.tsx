/** Tests listing and ending the user's sessions on /account. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { deferred } from '../../../test/deferred';
import { pageOf, problem, serve, tooMany } from '../../../test/api/mock-api';
import { button } from '../../../test/screens/render-page';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import {
  here,
  open,
  openAccount,
  phone,
  serveSessions,
  sheet,
  tablet,
} from '../../../test/api/account-page';

withRealSession();

describe('the sessions', () => {
  const title = 'Where you’re signed in';

  test('are listed with device, dates and network, and this device is first', async () => {
    await openAccount(phone, here, tablet);
    const [first, second, third] = sheet(title).getAllByRole('listitem');
    expect(first?.textContent).toContain('Firefox on LinuxThis device');
    expect(first?.textContent).toContain('203.0.113.0/24');
    expect(first?.textContent).toMatch(/Mar 5, 2026, \d+:00 [AP]M/);
    expect(first?.textContent).toContain('MethodPassword');
    expect(second?.textContent).toContain('Safari on iPhone');
    expect(second?.textContent).toContain('NetworkUnknown');
    expect(second?.textContent).toContain('MethodCode from an email');
    expect(third?.textContent).toContain('Unknown device');
    expect(third?.textContent).toContain('MethodUnknown');
  });

  test('on all other devices can be ended with one button', async () => {
    const { user, ended } = await openAccount(here, phone, tablet);
    await user.click(button('Sign out everywhere else'));
    expect(await screen.findByText('You’re now signed in on this device only.')).toBeTruthy();
    expect(ended).toEqual(['?scope=others']);
    await waitFor(() => expect(sheet(title).getAllByRole('listitem')).toHaveLength(1));
    expect(screen.queryByText('You’re not signed in anywhere else.')).toBeNull();
  });

  test('can be ended only one at a time', async () => {
    const asked = serveSessions(here, phone, tablet);
    const held = deferred();
    serve('delete /api/auth/sessions/:id', () => held.promise);
    await signedInAs('applicant');
    const { user } = open();
    await screen.findByText('Safari on iPhone');
    const when = /^Sign out: Safari on iPhone, signed in on March 1, 2026, \d+:00 [AP]M$/;
    await user.dblClick(button(when));
    expect(button(/^Sign out: Unknown device/).ariaDisabled).toBe('true');
    expect(button('Sign out everywhere else').ariaDisabled).toBe('true');
    held.resolve();
    expect(await screen.findByText('Signed out: Safari on iPhone')).toBeTruthy();
    await user.click(button(/^Sign out: Unknown device/));
    expect(await screen.findByText('Signed out: Unknown device')).toBeTruthy();
    expect(asked).toEqual(['s-phone', 's-tablet']);
  });

  test('stay listed if ending them fails, and the error is shown', async () => {
    serveSessions(here, phone);
    serve('delete /api/auth/sessions/:id', tooMany);
    serve('delete /api/auth/sessions', () => problem(500, 'internal_error', 'Oh no.'));
    await signedInAs('applicant');
    const { user } = open();
    await screen.findByText('Safari on iPhone');
    await user.click(button(/^Sign out: Safari on iPhone/));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Too many attempts. Please try again in about 3 minutes.',
    );
    await user.click(button('Sign out everywhere else'));
    expect(await screen.findByText('Oh no.')).toBeTruthy();
    expect(screen.getByText('Safari on iPhone')).toBeTruthy();
  });

  test('that are not listed are counted', async () => {
    serve('get /api/auth/sessions', () =>
      HttpResponse.json({ ...pageOf([here, phone]), total: 5 }),
    );
    await signedInAs('applicant');
    open();
    expect(await screen.findByText('And 3 more.')).toBeTruthy();
  });

  test('that have ended are removed even if the list cannot be reloaded', async () => {
    const { user, ended } = await openAccount(here, phone);
    serve('get /api/auth/sessions', () => problem(500, 'internal_error', 'Oh no.'));
    await user.click(button(/^Sign out: Safari on iPhone/));
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(ended).toEqual(['s-phone']);
    expect(await screen.findByText('We couldn’t load your sessions.')).toBeTruthy();
    serveSessions(here, tablet);
    await user.click(button('Try again'));
    expect(await screen.findByText('Unknown device')).toBeTruthy();
  });
});
