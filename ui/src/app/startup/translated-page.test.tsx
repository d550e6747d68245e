import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tolerateTranslators } from './translated-page';

const { removeChild, insertBefore } = Node.prototype;
beforeEach(() => tolerateTranslators());
afterEach(() => void Object.assign(Node.prototype, { removeChild, insertBefore }));

/** Replaces each text node as Chrome's translator does. */
function translate(within: Element) {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode() !== null) found.push(texts.currentNode as Text);
  for (const text of found) {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(`»${text.data}«`);
  }
}

function Bare({ saved }: { saved: boolean }) {
  return (
    <p>
      {saved && <b>Tick</b>}
      {saved ? null : 'Not '}
      saved
    </p>
  );
}

test('inserting before translated text and removing it do not fail', () => {
  const failed = vi.spyOn(console, 'error');
  const { container, rerender } = render(<Bare saved={false} />);
  translate(container);
  rerender(<Bare saved />);
  expect(screen.getByText('Tick')).toBeTruthy();
  rerender(<Bare saved={false} />);
  expect(screen.queryByText('Tick')).toBeNull();
  expect(failed).not.toHaveBeenCalled();
});
