import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { signedIn } from '../../../test/screens/render-site';
import { useSession } from '../../session/use-session';
import { AccountMenu } from './account-menu';

vi.mock('../../session/use-session');
vi.mock('./user-menu', () => {
  throw new Error('The file could not be loaded.');
});

test('a link to the account replaces a user menu that cannot be loaded', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  vi.mocked(useSession).mockReturnValue(signedIn('Maria', []));
  render(<AccountMenu />, { wrapper: MemoryRouter });
  const link = await screen.findByRole('link', { name: 'Your account' });
  expect(link.getAttribute('href')).toBe('/account');
  expect(warned).toHaveBeenCalledOnce();
});
