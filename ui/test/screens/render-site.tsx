/** Renders the layout of the site without a page. */
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { RootLayout } from '../../src/app/layout/root-layout';
import type { Roles } from '../../src/session/roles';
import type { SessionState } from '../../src/session/session-state';

export const visitor: SessionState = { status: 'signed-out' };

export function signedIn(firstName: string | null, roles: Roles | 'loading'): SessionState {
  return {
    status: 'signed-in',
    session: {
      accessToken: 'access',
      refreshToken: 'refresh',
      expiresAt: 0,
      clockOffset: 0,
      user: { id: 'u1', email: 'maria@school.example' },
    },
    profile:
      firstName === null
        ? null
        : {
            id: 'u1',
            email: 'maria@school.example',
            email_verified: true,
            first_name: firstName,
            last_name: 'Lopez',
            roles: roles === 'loading' ? [] : [...roles],
            created_at: '2026-01-01T00:00:00Z',
            second_factor_required: false,
          },
    roles,
  };
}

export const renderSite = () =>
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: RootLayout }])} />);
