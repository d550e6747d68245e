import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { visitor } from '../../test/render-site';
import { useSession } from '../session/use-session';
import { ErrorPage } from './error-page';
import { RootLayout } from './root-layout';

vi.mock('../session/use-session');

test('a page that fails to render leaves header, footer and a way home', async () => {
  vi.mocked(useSession).mockReturnValue(visitor);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('broken');
  };
  const router = createMemoryRouter([
    {
      Component: RootLayout,
      children: [{ errorElement: <ErrorPage />, children: [{ path: '/', Component: Broken }] }],
    },
  ]);
  render(<RouterProvider router={router} />);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Something went wrong' }),
  ).toBeTruthy();
  expect(screen.getByRole('banner')).toBeTruthy();
  expect(screen.getByRole('contentinfo')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
});
