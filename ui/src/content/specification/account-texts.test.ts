// The fixed texts of the account, application and review screens (docs/product.md, 1).
import { expect, test } from 'vitest';
import { plain, wordsOf } from '../../../test/specification/content-words';
import * as specified from '../../../test/specification/account-screens';
import {
  messages,
  passwordSymbols,
  progress,
  strengthLabels,
} from '../../../test/specification/lists';
import { admin } from '../membership/admin';
import { application } from '../membership/application';
import { applicationFields, tShirtSizes } from '../membership/application-fields';
import { auth } from '../account/auth';

const { phrases, tShirtSizes: sizes, ...ofApplication } = specified.application;

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
  ['admin', admin, [specified.admin, messages.adminErrors, messages.adminSuccesses]],
] as const)('%s has exactly the fixed texts', (_, content, expected) => {
  const words = wordsOf(content);
  expect(wordsOf(expected).filter((literal) => !words.includes(literal))).toEqual([]);
});

/** The fixed words, in the order of `words`. */
const inOrder = (words: readonly string[], expected: readonly string[]) =>
  words.filter((word) => expected.includes(word));

test('the fields are in the order that the product rules specify', () => {
  expect(Object.values(auth.fields)).toEqual(specified.auth.fields);
  const labels = Object.values(applicationFields).map(({ label }) => label);
  expect(inOrder(labels, specified.application.fields)).toEqual(specified.application.fields);
  expect(tShirtSizes).toEqual(sizes);
});

test('steps, tabs, counts and columns are in the order that the product rules specify', () => {
  expect(Object.values(application.steps)).toEqual(specified.application.steps);
  expect(Object.values(auth.tabs)).toEqual(specified.auth.tabs);
  expect(inOrder(Object.values(admin.tabs), specified.admin.tabs)).toEqual(specified.admin.tabs);
  expect(inOrder(Object.values(admin.counts), specified.admin.counts)).toEqual(
    specified.admin.counts,
  );
  expect(Object.values(admin.list.columns)).toEqual(specified.admin.columns);
});

test('the password strength labels and symbols match the product rules', () => {
  expect(auth.strength.labels).toEqual(strengthLabels);
  expect(auth.strength.rules.symbol).toContain(passwordSymbols);
});

test('the receipt of an application announces the e-mail', () => {
  for (const phrase of phrases) expect(plain(application.received.text)).toContain(phrase);
});
