import { act, renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { useOpenApplication } from './open-application';

test('Close before React has rendered the opened entry closes the application, every time', async () => {
  const { result } = renderHook(useOpenApplication, { wrapper: BrowserRouter });
  for (const id of ['first', 'second']) {
    const list = window.history.state as unknown;
    // React renders at the end of the act, as it does on a slow device.
    // oxlint-disable-next-line no-await-in-loop -- each attempt begins where the last one ended
    await act(async () => {
      result.current.open(id);
      await vi.waitFor(() => expect(window.location.search).toBe(`?application=${id}`));
      result.current.close();
      await vi.waitFor(() => expect(window.history.state).toEqual(list));
    });
    expect(window.location.search).toBe('');
    expect(result.current.openId).toBeNull();
  }
});
