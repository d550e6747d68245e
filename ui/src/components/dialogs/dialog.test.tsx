import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { Dialog } from './dialog';
import { SideSheet } from './side-sheet';
import { showToast, Toaster } from '../feedback/toast';

const dialogs = {
  dialog: (close: () => void) => (
    <Dialog onClose={close} title="Over the page">
      <button type="button">Act</button>
    </Dialog>
  ),
  sheet: (close: () => void) => (
    <SideSheet
      onClose={close}
      title="Over the page"
      label="Content"
      content={{ current: null }}
      finalFocus={() => null}
      footer={<button type="button">Act</button>}
    >
      Text
    </SideSheet>
  ),
};

function Page({ over }: { over: keyof typeof dialogs }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <main>{open && dialogs[over](() => setOpen(false))}</main>
      <Toaster />
    </>
  );
}

describe.each(['dialog', 'sheet'] as const)('a toast over an open %s', (over) => {
  const open = async () => {
    render(<Page over={over} />, { wrapper: MemoryRouter });
    // The dialog starts to listen for outside presses in the next task.
    await new Promise((resolve) => setTimeout(resolve));
    act(() => showToast({ title: 'Saved' }));
    return within(screen.getByRole('dialog'));
  };

  test('is inside it, and touching the toast does not close it', async () => {
    const dialog = await open();
    expect(screen.getAllByText('Saved')).toHaveLength(1);
    const text = dialog.getByText('Saved');
    fireEvent.pointerDown(text, { pointerType: 'touch' });
    fireEvent.click(text);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('can be reached by keyboard', async () => {
    const dialog = await open();
    const dismiss = dialog.getByRole('button', { name: 'Dismiss' });
    for (let press = 0; press < 6 && document.activeElement !== dismiss; press += 1)
      await userEvent.tab();
    expect(document.activeElement).toBe(dismiss);
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByText('Saved')).toBeNull();
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });

  test('stays visible when the dialog closes', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('Saved');
  });
});
