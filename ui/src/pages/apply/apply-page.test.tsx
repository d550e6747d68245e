import { screen } from '@testing-library/react';
import { delay } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { problem, serve } from '../../../test/api/mock-api';
import { open, openForm, withApplicant } from '../../../test/api/apply-page';
import { expectArrivalAt } from '../../../test/screens/render-page';
import { signedInAs, storeSession } from '../../../test/api/real-session';
import { dropDraft, openDraft } from '../../features/application/draft/draft';
import { sessionStore } from '../../session/browser-session';

withApplicant();

describe('access', () => {
  beforeEach(async () => {
    localStorage.clear();
    await sessionStore.restore();
  });
  test('the page is blank while the session loads', async () => {
    serve('get /api/users/me', () => delay('infinite'));
    storeSession();
    void sessionStore.restore();
    open();
    expect(screen.getByRole('main').textContent).toBe('');
  });
  test.each(['member', 'admin'] as const)('a %s is sent to the home page', async (role) => {
    await signedInAs(role);
    open();
    await expectArrivalAt('/');
  });
});

describe('the check for a pending application', () => {
  beforeEach(() => signedInAs('applicant'));

  test('shows a message while it runs', async () => {
    serve('get /api/applications/mine', () => delay('infinite'));
    open();
    expect(await screen.findByText('Checking application status...')).toBeTruthy();
  });

  test('opens the form if the check fails, and logs the failure', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    serve('get /api/applications/mine', () => problem(500, 'internal_error', 'Something broke.'));
    await openForm();
    expect(screen.queryByText('Something broke.')).toBeNull();
    expect(log).toHaveBeenCalled();
  });
});

test('unsent answers make the browser confirm leaving only while there is a draft', async () => {
  const listening = new Set<unknown>();
  vi.spyOn(window, 'addEventListener').mockImplementation((type, listener) => {
    if (type === 'beforeunload') listening.add(listener);
  });
  vi.spyOn(window, 'removeEventListener').mockImplementation((type, listener) => {
    if (type === 'beforeunload') listening.delete(listener);
  });
  openDraft('user-1');
  expect(listening.size).toBe(1);
  dropDraft();
  expect(listening.size).toBe(0);
});
