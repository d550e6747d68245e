import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { signedIn } from '../../../test/screens/render-site';
import { sessionState } from '../../session/session-state';
import { AccountMenu } from './account-menu';

vi.mock('./user-menu', () => {
  throw new Error('The file could not be loaded.');
});

test('a link to the account replaces a user menu that cannot be loaded', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  sessionState.set(signedIn('Maria', []));
  render(<AccountMenu />, { wrapper: MemoryRouter });
  const link = await screen.findByRole('link', { name: 'Your account' });
  expect(link.getAttribute('href')).toBe('/account');
  // Modules of an earlier test file may warn too.
  expect(warned).toHaveBeenCalledWith('The user menu could not be loaded.', expect.any(Error));
});
