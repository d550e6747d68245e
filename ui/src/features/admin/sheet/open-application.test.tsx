import { act, renderHook } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { useOpenApplication } from './open-application';

const shown = { current: null as ReturnType<typeof useOpenApplication> | null };

function Desk() {
  shown.current = useOpenApplication();
  return null;
}

const desk = () => shown.current as ReturnType<typeof useOpenApplication>;

test('Close before React has rendered the opened entry closes the application, every time', async () => {
  const router = createBrowserRouter([{ path: '*', element: <Desk /> }]);
  renderHook(() => null, { wrapper: () => <RouterProvider router={router} /> });
  for (const id of ['first', 'second']) {
    const list = window.history.state as unknown;
    // React renders at the end of the act, as it does on a slow device.
    // oxlint-disable-next-line no-await-in-loop -- each attempt begins where the last one ended
    await act(async () => {
      desk().open(id);
      await vi.waitFor(() => expect(window.location.search).toBe(`?application=${id}`));
      desk().close();
      await vi.waitFor(() => expect(window.history.state).toEqual(list));
    });
    expect(window.location.search).toBe('');
    expect(desk().openId).toBeNull();
  }
});
