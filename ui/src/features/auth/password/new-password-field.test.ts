import { expect, test } from 'vitest';
import { passwordSymbols, strengthLabels } from '../../../../test/specification/lists';
import { auth } from '../../../content/account/auth';
import { isAcceptable, metRules } from './new-password-field';

const label = (password: string) => auth.strength.labels[metRules(password).length];

test('each rule checks one kind of character', () => {
  expect(metRules('a')).toEqual(['lowercase']);
  expect(metRules('A')).toEqual(['uppercase']);
  expect(metRules('7')).toEqual(['number']);
  expect(metRules('        ')).toEqual(['length']);
});

test('only the listed symbols satisfy the rule for symbols', () => {
  for (const symbol of passwordSymbols) expect(metRules(symbol)).toEqual(['symbol']);
  for (const other of "-_=+[]\\;'/`~€") expect(metRules(other)).toEqual([]);
});

test('four of five rules are enough, but three are not', () => {
  expect(isAcceptable('Abcdefg1')).toBe(true);
  expect(isAcceptable('Ab1!')).toBe(true);
  expect(isAcceptable('abcdefg1')).toBe(false);
});

test('the label depends on the number of rules met', () => {
  const passwords = ['', 'a', 'aA', 'aA1', 'aA1!', 'aA1!aA1!'];
  expect(passwords.map(label)).toEqual(strengthLabels);
});

test('the length is counted in code points after normalization', () => {
  expect(metRules('🍎🍎🍎🍎')).toEqual([]);
  expect(metRules('🍎🍎🍎🍎🍎🍎🍎🍎')).toEqual(['length']);
  expect(metRules('É'.normalize('NFD').repeat(7))).toEqual([]);
  expect(metRules('É'.normalize('NFD').repeat(8))).toEqual(['length']);
});
