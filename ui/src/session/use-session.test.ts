import { act, renderHook } from '@testing-library/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { sessionState } from './session-state';
import { useSession } from './use-session';

afterEach(() => act(() => sessionState.set({ status: 'loading' })));

test('a component renders the current state and every change', () => {
  const { result, unmount } = renderHook(useSession);
  expect(result.current).toEqual({ status: 'loading' });
  act(() => sessionState.set({ status: 'signed-out' }));
  expect(result.current).toEqual({ status: 'signed-out' });
  unmount();
});

test('in prerendered HTML the session is loading', () => {
  sessionState.set({ status: 'signed-out' });
  const Status = () => useSession().status;
  expect(renderToString(createElement(Status))).toBe('loading');
});
