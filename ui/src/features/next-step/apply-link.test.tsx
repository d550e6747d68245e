import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { problem, serve } from '../../../test/api/mock-api';
import { signedInAs, storeSession, withRealSession } from '../../../test/api/real-session';
import { withSite } from '../../../test/browser/site';
import { renderPage } from '../../../test/screens/render-page';
import { forgetSignUp, noteSignUp } from '../../lib/sign-up-progress';
import { sessionStore } from '../../session/browser-session';
import type { Role } from '../../session/roles';
import { ApplyLink } from './apply-link';

withRealSession();
withSite();

const target = () => {
  renderPage(() => <ApplyLink off={null}>Apply to Attend</ApplyLink>, '/');
  return screen.queryByRole('link', { name: 'Apply to Attend' })?.getAttribute('href');
};

test('a visitor is led to the sign-up form, whose sign-in leads on to the application', () => {
  expect(target()).toBe('/auth?next=%2Fapply%3Fstep%3D1#sign-up');
});

test('a visitor who has confirmed the address only signs in', () => {
  noteSignUp('confirmed');
  expect(target()).toBe('/auth?next=%2Fapply%3Fstep%3D1');
  forgetSignUp();
});

test.each<[Role, string | undefined]>([
  ['applicant', '/apply'],
  ['member', undefined],
  ['partner', undefined],
])('with the role %s, it leads to %s', async (role, expected) => {
  await signedInAs(role);
  expect(target()).toBe(expected);
});

test('with roles that cannot be read, it leads to the page that explains it', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  storeSession();
  serve('get /api/users/me', () => problem(500, 'internal_error', 'Something broke.'));
  await sessionStore.restore();
  expect(target()).toBe('/apply');
});
