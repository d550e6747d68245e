/** The words of the account, application and review screens against the specification's own. */
import { expect, test } from 'vitest';
import { plain, wordsOf } from '../../test/content-words';
import * as specified from '../../test/specification/account-screens';
import {
  messages,
  passwordSymbols,
  progress,
  strengthLabels,
} from '../../test/specification/lists';
import { admin } from './admin';
import { application } from './application';
import { applicationFields, tShirtSizes } from './application-fields';
import { auth } from './auth';

const { phrases, tShirtSizes: sizes, ...ofApplication } = specified.application;
const { comingSoon, ...ofAdmin } = specified.admin;

test.each([
  [
    'auth',
    auth,
    [
      specified.auth,
      specified.membership,
      [progress.signIn, progress.signUp],
      strengthLabels,
      messages.unacceptablePassword,
    ],
  ],
  [
    'application',
    { ...application, applicationFields },
    { ...ofApplication, stepOf: ofApplication.stepOf.replace('N', '{}') },
  ],
  ['admin', admin, [ofAdmin, messages.adminErrors, messages.adminSuccesses]],
] as const)('%s says the specified words to the letter', (_, content, expected) => {
  const words = wordsOf(content);
  expect(wordsOf(expected).filter((literal) => !words.includes(literal))).toEqual([]);
});

/** Others may stand among the specified words. */
const inOrder = (words: readonly string[], expected: readonly string[]) =>
  words.filter((word) => expected.includes(word));

test('the fields stand in the order of the specification', () => {
  expect(Object.values(auth.fields)).toEqual(specified.auth.fields);
  const labels = Object.values(applicationFields).map(({ label }) => label);
  expect(inOrder(labels, specified.application.fields)).toEqual(specified.application.fields);
  expect(tShirtSizes).toEqual(sizes);
});

test('the steps, tabs, counts and columns stand in the order of the specification', () => {
  expect(Object.values(application.steps)).toEqual(specified.application.steps);
  expect(Object.values(auth.tabs)).toEqual(specified.auth.tabs);
  expect(inOrder(Object.values(admin.tabs), specified.admin.tabs)).toEqual(specified.admin.tabs);
  expect(inOrder(Object.values(admin.counts), specified.admin.counts)).toEqual(
    specified.admin.counts,
  );
  expect(Object.values(admin.list.columns)).toEqual(specified.admin.columns);
});

test('each number of rules that a password meets has its label', () => {
  expect(auth.strength.labels).toEqual(strengthLabels);
  expect(auth.strength.rules.symbol).toContain(passwordSymbols);
});

test('an application received announces the e-mail to come', () => {
  for (const phrase of phrases) expect(plain(application.received.text)).toContain(phrase);
});

test('the three tabs to come say so', () => {
  for (const text of Object.values(admin.comingSoon)) expect(text).toContain(comingSoon);
});
