// The fixed texts of the account, application and review screens (docs/product.md, 1).
import { expect, test } from 'vitest';
import { plain, wordsOf } from '../../../test/specification/content-words';
import { passwordSymbols, strengthLabels } from '../../../test/specification/lists';
import { admin } from '../membership/admin';
import { application } from '../membership/application';
import { applicationFields, tShirtSizes } from '../membership/application-fields';
import { auth } from '../account/auth';

/** The text of a busy button, and the toast that follows. */
const progress = {
  signIn: ['Signing in...', 'Welcome back!', 'You have successfully signed in.'],
  signUp: [
    'Creating account...',
    'Account created!',
    'Please check your email to verify your account.',
  ],
} as const;

/** docs/product.md, 8. */
const messages = {
  unacceptablePassword: 'Password does not meet complexity requirements',
  adminErrors: ['Error', 'Failed to fetch applications', 'Failed to update application'],
  adminSuccesses: [
    'Success',
    'Application approved successfully',
    'Application rejected successfully',
  ],
} as const;

/** In the order of each screen. */
const specified = {
  auth: {
    title: 'Educators Forum',
    tabs: ['Sign In', 'Sign Up'],
    fields: ['First Name', 'Last Name', 'Email', 'Password'],
  },
  /** In `stepOf`, N is a number. */
  application: {
    stepOf: 'Step N of 3',
    steps: ['Professional Information', 'Personal Information', 'Additional Information'],
    fields: [
      'Teaching Experience',
      'Current Teaching Position',
      'School District',
      'Subjects Taught',
      'Date of Birth',
      'Address Line 1',
      'Address Line 2',
      'City',
      'State',
      'ZIP Code',
      'Phone Number',
      'T-Shirt Size',
    ],
    photo: 'Profile Photo',
    tShirtSizes: ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
    buttons: ['Add', 'Previous', 'Next', 'Submit Application', 'Submitting...'],
    submitted: ['Application Already Submitted', 'Submitted on', 'Pending Review'],
    received: 'Application Received!',
    checking: 'Checking application status...',
    phrases: ['email once a decision is made'],
  },
  admin: {
    title: 'Admin Dashboard',
    tabs: ['Applications', 'Users', 'Forums', 'Email Templates'],
    counts: ['Total', 'Pending', 'Approved'],
    columns: ['Name', 'Email', 'Position', 'Status', 'Submitted', 'Actions'],
    actions: ['View', 'Approve', 'Reject'],
    denied: ['Access Denied', "You don't have permission to access this page."],
  },
  membership: {
    title: 'Apply for Membership',
    text: 'Complete your journey by applying for full membership to access exclusive educator resources and forums.',
    buttons: ['Apply Now', 'Apply Later'],
    dismiss: "Don't show this dialog again",
  },
} as const;

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
