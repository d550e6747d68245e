import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { noteMissedNavigation, useMissedNavigation } from './missed-navigation';

/** Goes elsewhere in the moment before the router listens. */
function Place() {
  useMissedNavigation();
  useLayoutEffect(() => {
    window.history.replaceState({ key: 'left' }, '', '/store');
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, []);
  return <p>{useLocation().pathname}</p>;
}

test('a Back that comes before the router listens is not lost', async () => {
  window.history.replaceState({ key: 'first' }, '', '/contact');
  noteMissedNavigation();
  render(
    <BrowserRouter>
      <Place />
    </BrowserRouter>,
  );
  expect(await screen.findByText('/store')).toBeTruthy();
});
