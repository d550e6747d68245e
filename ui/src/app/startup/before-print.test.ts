import { expect, test, vi } from 'vitest';
import { prepareForPrint } from './before-print';

const print = new EventTarget();
vi.spyOn(window, 'matchMedia').mockReturnValue(print as MediaQueryList);
prepareForPrint();

const media = (matches: boolean) => Object.assign(new Event('change'), { matches });
const [before, after] = [new Event('beforeprint'), new Event('afterprint')];

test('printing loads lazy pictures', () => {
  document.body.innerHTML = '<img alt="" loading="lazy"><img alt="">';
  expect(document.querySelectorAll('img[loading]')).toHaveLength(1);
  window.dispatchEvent(before);
  expect(document.querySelectorAll('img[loading]')).toHaveLength(0);
});

test.each([
  ['its events', window, before, after],
  ['the media query only', print, media(true), media(false)],
])(
  'printing, detected by %s, opens closed sections and closes them afterwards',
  (_, at, on, off) => {
    document.body.innerHTML =
      '<main><details></details><details open></details><details></details></main>';
    const states = () => [...document.querySelectorAll('details')].map(({ open }) => open);
    at.dispatchEvent(on);
    expect(states()).toEqual([true, true, true]);
    at.dispatchEvent(off);
    expect(states()).toEqual([false, true, false]);
  },
);
