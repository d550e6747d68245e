import { beforeEach, expect, test, vi } from 'vitest';
import { lockScroll } from './scroll-lock';

/** Whether a touch move on the element may scroll. */
function moves(element: Element | null, fingers = 1): boolean {
  const event = Object.assign(new Event('touchmove', { bubbles: true, cancelable: true }), {
    touches: Array.from({ length: fingers }),
  });
  element?.dispatchEvent(event);
  return !event.defaultPrevented;
}

const at = (id: string) => document.getElementById(id);

beforeEach(() => {
  document.body.innerHTML =
    '<p id="page"></p><div id="box"><p id="text"></p></div><div id="short"></div>';
  for (const id of ['box', 'short']) at(id)!.style.overflowY = 'auto';
  vi.spyOn(at('box')!, 'scrollHeight', 'get').mockReturnValue(900);
  vi.spyOn(at('box')!, 'clientHeight', 'get').mockReturnValue(300);
});

test('while the page is locked, a touch scrolls only inner boxes', () => {
  const release = lockScroll();
  expect(moves(at('page'))).toBe(false);
  expect(moves(at('short'))).toBe(false);
  expect(moves(at('text'))).toBe(true);
  release();
  expect(moves(at('page'))).toBe(true);
});

test('two fingers can zoom while the page is locked', () => {
  const release = lockScroll();
  expect(moves(at('page'), 2)).toBe(true);
  release();
});

test('the page is locked until the last lock is released', () => {
  const [first, second] = [lockScroll(), lockScroll()];
  first();
  expect(moves(at('page'))).toBe(false);
  second();
  expect(moves(at('page'))).toBe(true);
});
