import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { RecoveryCodesDialog } from './recovery-codes-dialog';

const opened = () => {
  const onKept = vi.fn<() => void>();
  render(<RecoveryCodesDialog codes={['one', 'two']} onKept={onKept} finalFocus={() => null} />);
  return onKept;
};

test('recovery codes stay on Escape and on a press outside, and have no close button', async () => {
  const onKept = opened();
  // The dialog listens for presses outside from the next task on.
  await new Promise((resolve) => setTimeout(resolve));
  await userEvent.keyboard('{Escape}');
  const overlay = document.querySelector('[data-state=open]:not([role])') as Element;
  fireEvent.pointerDown(overlay, { button: 0 });
  fireEvent.click(overlay);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(onKept).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('recovery codes close by the button that says they are kept', async () => {
  const onKept = opened();
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(onKept).toHaveBeenCalledOnce();
});
