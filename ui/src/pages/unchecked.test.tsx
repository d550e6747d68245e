// Each page that depends on the roles reports when they cannot be loaded, and offers a retry.
import { act, screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import type { ComponentType } from 'react';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '../../test/screens/axe';
import { applicationList, currentUser, pageOf, problem, serve } from '../../test/api/mock-api';
import { renderPage } from '../../test/screens/render-page';
import { storeSession, withRealSession } from '../../test/api/real-session';
import { sessionStore } from '../session/browser-session';
import { AccountPage } from './account/account-page';
import { AdminPage } from './admin/admin-page';
import { ApplyPage } from './apply/apply-page';
import { AuthPage } from './auth/auth-page';

withRealSession();

test.each<[string, ComponentType, RegExp, 'admin' | 'applicant']>([
  ['/account', AccountPage, /^Your details$/, 'applicant'],
  ['/admin', AdminPage, /^Applications$/, 'admin'],
  ['/apply', ApplyPage, /^Professional Information$/, 'applicant'],
  ['/auth', AuthPage, /^Apply for Membership$/, 'applicant'],
])('%s offers a retry when the roles cannot be loaded', async (path, Page, content, role) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  storeSession();
  serve('get /api/users/me', () => problem(500, 'internal_error', 'Broken.'));
  serve('get /api/auth/sessions', () => HttpResponse.json(pageOf([])));
  serve('get /api/applications/mine', () => HttpResponse.json(pageOf([])));
  serve('get /api/headshots', () => HttpResponse.json(pageOf([])));
  serve('get /api/admin/applications', () => HttpResponse.json(applicationList([])));
  await act(() => sessionStore.restore());
  const { user, router } = renderPage(Page, path);
  expect(await screen.findByText('We couldn’t check your account yet')).toBeTruthy();
  expect(screen.queryByText(content)).toBeNull();
  expect(router.state.location.pathname).toBe(path);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  serve('get /api/users/me', () => HttpResponse.json(currentUser([role])));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findAllByText(content)).length).toBeGreaterThan(0);
  expect(router.state.location.pathname).toBe(path);
});
