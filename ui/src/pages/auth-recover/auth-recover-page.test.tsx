import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkEmail, serve, serveApi, tooMany } from '../../../test/api/mock-api';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import { AuthRecoverPage } from './auth-recover-page';

serveApi();

const open = () => renderPage(AuthRecoverPage, '/auth/recover');
const press = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send the link' });
const email = () => screen.getByLabelText<HTMLInputElement>('Email');

test('the address is required, and a throttled request keeps it and can be retried', async () => {
  serve('post /api/auth/recovery', tooMany);
  const { user } = open();
  await user.click(press());
  expect(await screen.findByText('Enter your email')).toBeTruthy();
  expect(document.activeElement).toBe(email());
  await user.type(email(), 'ada@example.com');
  await user.click(press());
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This was requested several times. Please check your mailbox, or try again in about 3 minutes.',
  );
  expect(email().value).toBe('ada@example.com');
  serve('post /api/auth/recovery', checkEmail);
  await user.click(press());
  expect(await screen.findByText(/^If this address has an account/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to Sign In' }).getAttribute('href')).toBe('/auth');
});

test('the address from the Sign In form is filled in and removed from the history', async () => {
  const { router } = renderPage(AuthRecoverPage, '/auth/recover', '/auth');
  await act(() => router.navigate('/auth/recover', { state: 'ada@example.com' }));
  expect(email().value).toBe('ada@example.com');
  expect(router.state.location).toMatchObject({ pathname: '/auth/recover', state: null });
  await act(() => router.navigate(-1));
  await expectArrivalAt('/auth');
  await act(() => router.navigate(1));
  expect(email().value).toBe('');
});
