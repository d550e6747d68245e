import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './button';

test.each([{ busy: true }, { 'aria-disabled': true }])(
  'with %o a press does nothing and keeps the focus',
  async (state) => {
    const onClick = vi.fn<() => void>();
    const onSubmit = vi.fn<(event: { preventDefault(): void }) => void>();
    const form = (more: object) => (
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <Button type="submit" onClick={onClick} {...more}>
          Send
        </Button>
      </form>
    );
    const { rerender } = render(form({}));
    const button = screen.getByRole('button');
    button.focus();
    rerender(form(state));
    expect(document.activeElement).toBe(button);
    expect(button.ariaDisabled).toBe('true');
    await userEvent.click(button);
    await userEvent.type(screen.getByLabelText('Name'), '{Enter}');
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();

    onSubmit.mockImplementation((event) => event.preventDefault());
    rerender(form({}));
    await userEvent.click(button);
    expect(onClick).toHaveBeenCalledOnce();
    expect(onSubmit).toHaveBeenCalledOnce();
  },
);
