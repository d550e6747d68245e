// Tests that the forms that lead to the home page send nothing while its code is loading.
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { serve } from '../../../test/api/mock-api';
import { withRealSession } from '../../../test/api/real-session';
import { serveNewPassword, verified } from '../../../test/api/recovery';
import { deferred } from '../../../test/deferred';
import { ChoosePasswordForm } from '../../features/auth/verification/choose-password-form';
import { RedeemVerification } from './auth-confirm-page';

withRealSession();

const ignore = () => undefined;
const grant = { is: 'granted', grant: 'grant', verified: false, email: undefined } as const;

const forms: readonly {
  what: string;
  form: ReactNode;
  typed: Readonly<Record<string, string>>;
  action: string;
  accept(): unknown[];
}[] = [
  {
    what: 'a mailed link',
    form: <RedeemVerification token="secret" onUsed={ignore} />,
    typed: {},
    action: 'Confirm my email address',
    accept: () => serve('post /api/auth/verifications', verified),
  },
  {
    what: 'a mailed code',
    form: <RedeemVerification token="" onUsed={ignore} />,
    typed: { Email: 'ada@example.com', 'Code from the email': '123456' },
    action: 'Confirm with the code',
    accept: () => serve('post /api/auth/verifications', verified),
  },
  {
    what: 'a new password',
    form: <ChoosePasswordForm getGrant={() => Promise.resolve(grant)} />,
    typed: { 'New password': 'Quiet-River-42' },
    action: 'Set the new password',
    accept: () => serveNewPassword(),
  },
];

test.each(forms)(
  '$what is sent once, even if the button is pressed again while the home page loads',
  async ({ form, typed, action, accept }) => {
    const sent = accept();
    const home = deferred<{ Component: () => ReactNode }>();
    const router = createMemoryRouter(
      [
        { path: '/auth', element: form },
        { path: '/', lazy: () => home.promise },
      ],
      { initialEntries: ['/auth'] },
    );
    render(<RouterProvider router={router} />);
    const user = userEvent.setup();
    for (const [label, text] of Object.entries(typed))
      await user.type(screen.getByLabelText(label), text);
    const button = screen.getByRole('button', { name: action });
    await user.click(button);
    await waitFor(() => expect(router.state.navigation.location?.pathname).toBe('/'));
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.dblClick(button);
    home.resolve({ Component: () => <h1>Home</h1> });
    await screen.findByRole('heading', { name: 'Home' });
    expect(sent).toHaveLength(1);
  },
);
