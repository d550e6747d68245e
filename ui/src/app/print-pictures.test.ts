import { expect, test } from 'vitest';
import { printPictures } from './print-pictures';

test('before printing no picture waits to come into view', () => {
  document.body.innerHTML = '<img alt="" loading="lazy"><img alt="">';
  printPictures();
  expect(document.querySelectorAll('img[loading]')).toHaveLength(1);
  window.dispatchEvent(new Event('beforeprint'));
  expect(document.querySelectorAll('img[loading]')).toHaveLength(0);
});
