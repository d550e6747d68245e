// Renders a page at its path in a memory router, with toasts. Every other path renders `elsewhere`.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { Toaster } from '../../src/components/feedback/toast';
import { dismissAllToasts } from '../../src/components/feedback/toast-store';

function Elsewhere() {
  const { pathname } = useLocation();
  return <h1>elsewhere: {pathname}</h1>;
}

export function renderPage(Page: ComponentType, path: string, at: string | string[] = path) {
  const withToasts = (content: ReactNode) => (
    <>
      <main>{content}</main>
      <Toaster />
    </>
  );
  dismissAllToasts();
  const router = createMemoryRouter(
    [
      { path, element: withToasts(<Page />) },
      { path: '*', element: withToasts(<Elsewhere />) },
    ],
    { initialEntries: Array.isArray(at) ? at : [at] },
  );
  const view = render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup(), ...view };
}

export const button = (name: string | RegExp) =>
  screen.getByRole<HTMLButtonElement>('button', { name });
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

export const expectArrivalAt = (path: string) =>
  screen.findByRole('heading', { name: `elsewhere: ${path}` });
