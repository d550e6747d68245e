import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Alert } from './alert';

test('a notice is inserted before its text, so that the text is announced', () => {
  const notice = <Alert title="Saved.">You can go on.</Alert>;
  expect(renderToString(notice)).not.toMatch(/Saved|go on/);
  render(notice);
  expect(screen.getByRole('status').textContent).toBe('Saved.You can go on.');
});
