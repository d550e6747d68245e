import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { RecoveryCodesDialog } from './recovery-codes-dialog';

const open = () => {
  const onKept = vi.fn<() => void>();
  render(<RecoveryCodesDialog codes={['one', 'two']} onKept={onKept} finalFocus={() => null} />);
  return onKept;
};

test('Escape and a press outside do not close the recovery codes', async () => {
  const onKept = open();
  // The dialog starts to listen for outside presses after the current task.
  await new Promise((resolve) => setTimeout(resolve));
  await userEvent.keyboard('{Escape}');
  const overlay = document.querySelector('[data-state=open]:not([role])') as Element;
  fireEvent.pointerDown(overlay, { button: 0 });
  fireEvent.click(overlay);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(onKept).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('the button that confirms saving closes the recovery codes', async () => {
  const onKept = open();
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(onKept).toHaveBeenCalledOnce();
});
