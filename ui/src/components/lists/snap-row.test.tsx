import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { SnapRow } from './snap-row';

const row = (
  <SnapRow label="Gifts">
    <li>A book</li>
  </SnapRow>
);

it('can be scrolled by the keyboard before hydration', () => {
  expect(renderToString(row)).toContain('tabindex="0"');
});

it.each([
  ['phone', true, 0],
  ['wide screen', false, -1],
])('has a tab stop only where it scrolls: %s', (_, narrow, tabIndex) => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: narrow }));
  render(row);
  expect(screen.getByRole('group', { name: 'Gifts' }).tabIndex).toBe(tabIndex);
});
