import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { renderPage } from '../../../test/screens/render-page';
import { useComingSoon } from './use-coming-soon';

function Page() {
  const { announce, dialog } = useComingSoon(<a href="/today">What works</a>);
  return (
    <>
      <h1>A page</h1>
      <button type="button" onClick={() => announce('The gift shop')}>
        Buy
      </button>
      <button type="button" onClick={() => announce()}>
        Something
      </button>
      {dialog}
    </>
  );
}

async function openBy(name: string) {
  const { user } = renderPage(Page, '/page');
  await user.click(screen.getByRole('button', { name }));
  const dialog = await screen.findByRole('dialog', { name: 'Feature Coming Soon' });
  return { user, dialog };
}

const expectClosed = async (name: string) => {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));
};

describe('the dialog', () => {
  test('names the feature', async () => {
    const { dialog } = await openBy('Buy');
    expect(dialog.textContent).toContain(
      'We are sorry but that feature is currently unavailable. The gift shop will be available soon.',
    );
    await expectAccessible();
  });

  test('omits a feature without a name', async () => {
    const { dialog } = await openBy('Something');
    expect(
      screen.getByText('We are sorry but that feature is currently unavailable.'),
    ).toBeTruthy();
    expect(dialog.textContent).not.toContain('will be available soon');
  });

  test('opens again after it was closed', async () => {
    const { user } = await openBy('Buy');
    await user.keyboard('{Escape}');
    await expectClosed('Buy');
    await user.click(screen.getByRole('button', { name: 'Something' }));
    expect((await screen.findByRole('dialog')).textContent).not.toContain('The gift shop');
  });
});

const button = (name: string) => screen.getByRole('button', { name });
type Closing = (user: UserEvent, dialog: HTMLElement) => Promise<void>;
const byButton =
  (name: string): Closing =>
  (user) =>
    user.click(button(name));

test.each<[string, historyLength: number, goesBack: boolean, Closing]>([
  ['Go Back', 2, true, byButton('Go Back')],
  ['Go Back without a history', 1, false, byButton('Go Back')],
  ['the cross', 2, false, byButton('Close')],
  ['Stay on this page', 2, false, byButton('Stay on this page')],
  ['Escape', 2, false, (user) => user.keyboard('{Escape}')],
  ['the overlay', 2, false, (user, dialog) => user.click(dialog.previousElementSibling ?? dialog)],
])('%s closes it', async (_, historyLength, goesBack, close) => {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(historyLength);
  const back = vi
    .spyOn(window.history, 'back')
    .mockReset()
    .mockImplementation(() => undefined);
  const { user, dialog } = await openBy('Buy');
  await close(user, dialog);
  await expectClosed('Buy');
  expect(back).toHaveBeenCalledTimes(goesBack ? 1 : 0);
});
