import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog';

function open(more: { destructive?: boolean; busy?: boolean } = {}) {
  const onConfirm = vi.fn<() => void>();
  const onCancel = vi.fn<() => void>();
  render(
    <ConfirmDialog
      title="Delete the account?"
      description="It cannot be restored."
      confirm="Delete"
      cancel="Keep it"
      {...{ onConfirm, onCancel, ...more }}
    />,
  );
  return { onConfirm, onCancel };
}
const button = (name: string) => screen.getByRole('button', { name });

test('the confirm button has the initial focus, and Enter confirms', async () => {
  const { onConfirm, onCancel } = open();
  expect(document.activeElement).toBe(button('Delete'));
  await userEvent.keyboard('{Enter}');
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(onCancel).not.toHaveBeenCalled();
});

test('in a destructive dialog the cancel button has the initial focus, and Escape cancels', async () => {
  const { onConfirm, onCancel } = open({ destructive: true });
  expect(document.activeElement).toBe(button('Keep it'));
  await userEvent.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('a busy dialog ignores another confirmation', async () => {
  const { onConfirm } = open({ busy: true });
  await userEvent.click(button('Delete'));
  expect(onConfirm).not.toHaveBeenCalled();
});
