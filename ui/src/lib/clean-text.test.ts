import { describe, expect, test } from 'vitest';
import { cleanInput, cleanLine, cleanLines } from './clean-text';

describe('one line', () => {
  test.each([
    ['direction marks', '\u202A(555)\u00A0010-0100\u202C\u200E', '(555)\u00A0010-0100'],
    ['isolates and an Arabic mark', '\u2066Ada\u2069\u061C', 'Ada'],
    ['a soft hyphen', 'Hills\u00ADborough', 'Hillsborough'],
    ['a zero-width space and a byte order mark', '\uFEFFLake\u200BCounty', 'LakeCounty'],
    ['a tab', 'Lake\tCounty', 'Lake County'],
    ['a vertical tab and a line break', 'Lake\v\r\nCounty', 'Lake County'],
    ['a bell', 'Lake\u0007', 'Lake'],
    ['a joiner between letters', 'a\u200Db\u200Cc', 'abc'],
    ['a joiner after an emoji', '👩\u200D', '👩'],
  ])('loses %s', (_, pasted, cleaned) => {
    expect(cleanLine(pasted)).toBe(cleaned);
  });

  test.each([
    '👩\u200D🏫 Ada',
    '👨🏽\u200D👩\u200D👧',
    '❤\uFE0F',
    '🏴\u{E0067}\u{E0062}\u{E007F}',
    '🇺🇸',
    '1\uFE0F\u20E3',
    'Zoë Ñandú',
    '李 雷',
    '5 * 3 # 2',
  ])('keeps %s', (text) => {
    expect(cleanLine(text)).toBe(text);
  });
});

test('several lines keep line breaks and tabs, and lose other control characters', () => {
  expect(cleanLines('One\r\nTwo\tThree\vFour\u0007 👩\u200D🏫')).toBe(
    'One\r\nTwo\tThree\nFour 👩\u200D🏫',
  );
});

const typed = (target: Element) => cleanInput({ target, nativeEvent: new InputEvent('input') });

test('the cursor position stays after the same character', () => {
  const input = document.createElement('input');
  input.value = '\u202A555\u00ADx';
  input.setSelectionRange(4, 4);
  typed(input);
  expect([input.value, input.selectionStart]).toEqual(['555x', 3]);
});

test('passwords and text during composition are not changed', () => {
  const input = document.createElement('input');
  input.value = 'a\u200Bb';
  cleanInput({ target: input, nativeEvent: new InputEvent('input', { isComposing: true }) });
  expect(input.value).toBe('a\u200Bb');
  input.type = 'password';
  typed(input);
  expect(input.value).toBe('a\u200Bb');
});
