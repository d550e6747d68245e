import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { visitor } from '../../../test/screens/render-site';
import { useSession } from '../../session/use-session';
import { RootLayout } from './root-layout';

vi.mock('../../session/use-session');

test('a page that fails to render keeps the header and footer, and links to the home page', async () => {
  vi.mocked(useSession).mockReturnValue(visitor);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('broken');
  };
  render(
    <MemoryRouter initialEntries={['/store']}>
      <Routes>
        <Route element={<RootLayout />}>
          <Route path="/store" element={<Broken />} />
          <Route path="/" element={<h1>Home</h1>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Something went wrong' }),
  ).toBeTruthy();
  expect(screen.getByRole('banner')).toBeTruthy();
  expect(screen.getByRole('contentinfo')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  await userEvent.click(screen.getByRole('link', { name: 'Return to Home' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBeTruthy();
});
