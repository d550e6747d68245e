import { act, renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { useOpenApplication } from './use-open-application';

test('Close goes back although the router has not rendered the entry that View added', () => {
  const go = vi.spyOn(window.history, 'go').mockReturnValue();
  const { result } = renderHook(useOpenApplication, { wrapper: BrowserRouter });
  const { open, close } = result.current;
  act(() => {
    open('1');
    close();
  });
  expect(go).toHaveBeenCalledExactlyOnceWith(-1);
  expect(window.location.search).toBe('?application=1');
});
