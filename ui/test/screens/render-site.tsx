/** Renders the layout of the site around small pages. */
import { render } from '@testing-library/react';
import { Fragment } from 'react';
import { createMemoryRouter, Link, RouterProvider, type RouteObject } from 'react-router-dom';
import { RootLayout } from '../../src/app/layout/root-layout';
import type { Roles } from '../../src/session/roles';
import type { SessionState } from '../../src/session/use-session';

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

const pages: RouteObject[] = ['/', '/about', '/reports'].map((path) => ({
  path,
  element: (
    <Fragment key={path}>
      <h1 tabIndex={-1}>Page {path}</h1>
      <Link to="/about">to about</Link>
      <Link to="?page=2">next results</Link>
    </Fragment>
  ),
}));

export function renderSite(at = '/') {
  const router = createMemoryRouter([{ Component: RootLayout, children: pages }], {
    initialEntries: [at],
  });
  return { router, ...render(<RouterProvider router={router} />) };
}
