import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/axe';
import { server, serveApi } from '../../../test/msw';
import { renderPage } from '../../../test/msw-screen';
import { AuthRecoverPage } from './auth-recover-page';

serveApi();

test('asking for the link says the same for every address', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('/api/auth/recovery', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ status: 'check_email' }, { status: 202 });
    }),
  );
  const { user } = renderPage(AuthRecoverPage, '/auth/recover', '/auth/recover');
  const press = screen.getByRole('button', { name: 'Send the link' });
  await user.click(press);
  expect(screen.getByText('Enter your email')).toBeTruthy();
  await user.type(screen.getByLabelText('Email'), ' ada@example.com ');
  await user.click(press);
  expect(await screen.findByText(/If this address has an account/)).toBeTruthy();
  expect(asked).toEqual([{ email: 'ada@example.com' }]);
  await expectAccessible();
});
