import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NoWrap } from './mail-text';

test.each([
  ['K-12 teachers, and K-12 schools.', ['K-12', 'K-12']],
  ['Call (555) 010-0142, or write.', ['(555) 010-0142']],
  ['E-mails reach your e-mail address.', ['E-mail', 'e-mail']],
  ['Grades 6-8 have well-read teachers.', []],
])('%s', (text, unbroken) => {
  const { container } = render(<NoWrap>{text}</NoWrap>);
  expect(container.textContent).toBe(text);
  const kept = [...container.querySelectorAll('span.whitespace-nowrap')];
  expect(kept.map(({ textContent }) => textContent)).toEqual(unbroken);
});
