import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { renderPage } from '../../../test/screens/render-page';
import { useComingSoon } from './use-coming-soon';

function Page() {
  const { announce, dialog } = useComingSoon();
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

/** How many entries the tab's history has. */
function historyOf(length: number) {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(length);
  return vi.spyOn(window.history, 'back').mockImplementation(() => undefined);
}

describe('the dialog', () => {
  test('names the feature', async () => {
    const { dialog } = await openBy('Buy');
    expect(dialog.textContent).toContain(
      'We are sorry but that feature is currently unavailable. The gift shop will be available soon.',
    );
    await expectAccessible();
  });

  test('says nothing of a feature without a name', async () => {
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

describe('ways out', () => {
  test('Go Back closes it and goes back', async () => {
    const back = historyOf(2);
    const { user } = await openBy('Buy');
    await user.click(screen.getByRole('button', { name: 'Go Back' }));
    await expectClosed('Buy');
    expect(back).toHaveBeenCalledOnce();
  });

  test('Go Back only closes it where there is nothing to go back to', async () => {
    const back = historyOf(1);
    const { user } = await openBy('Buy');
    await user.click(screen.getByRole('button', { name: 'Go Back' }));
    await expectClosed('Buy');
    expect(back).not.toHaveBeenCalled();
  });

  test.each(['Escape', 'the cross', 'Stay on this page'])('%s only closes it', async (way) => {
    const back = historyOf(2);
    const { user } = await openBy('Buy');
    if (way === 'Escape') await user.keyboard('{Escape}');
    else
      await user.click(screen.getByRole('button', { name: way === 'the cross' ? 'Close' : way }));
    await expectClosed('Buy');
    expect(back).not.toHaveBeenCalled();
  });

  test('the overlay only closes it', async () => {
    const back = historyOf(2);
    const { user, dialog } = await openBy('Buy');
    const overlay = dialog.previousElementSibling;
    if (!overlay) throw new Error('There is no overlay.');
    await user.click(overlay);
    await expectClosed('Buy');
    expect(back).not.toHaveBeenCalled();
  });
});
