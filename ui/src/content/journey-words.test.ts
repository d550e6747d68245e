import { expect, test } from 'vitest';
import { admin } from './admin';
import { application, tShirtSizes } from './application';
import { auth } from './auth';
import { wordsOf } from '../../test/content-words';

/** The specification's own words for the account, application and review screens. */
const literals = {
  auth: [
    'Educators Forum',
    'Sign In',
    'Sign Up',
    'Signing in...',
    'Creating account...',
    'Welcome back!',
    'You have successfully signed in.',
    'Account created!',
    'Please check your email to verify your account.',
    'Password does not meet complexity requirements',
    'Very Weak',
    'Weak',
    'Fair',
    'Strong',
    'Apply for Membership',
    'Complete your journey by applying for full membership to access exclusive educator resources and forums.',
    'Apply Now',
    'Apply Later',
    "Don't show this dialog again",
  ],
  application: [
    'Checking application status...',
    'Step {} of 3',
    'Professional Information',
    'Personal Information',
    'Additional Information',
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
    'Add',
    'Previous',
    'Next',
    'Submit Application',
    'Submitting...',
    'Application Already Submitted',
    'Pending Review',
    'Application Received!',
  ],
  admin: [
    'Admin Dashboard',
    'Applications',
    'Users',
    'Forums',
    'Email Templates',
    'Total',
    'Pending',
    'Approved',
    'Name',
    'Email',
    'Position',
    'Status',
    'Submitted',
    'Actions',
    'Access Denied',
    "You don't have permission to access this page.",
    'Error',
    'Failed to fetch applications',
    'Failed to update application',
    'Success',
    'Application approved successfully',
    'Application rejected successfully',
  ],
};

test.each([
  ['auth', auth, literals.auth],
  ['application', { ...application, missing: null }, literals.application],
  ['admin', admin, literals.admin],
] as const)('%s says the specified words to the letter', (_, content, expected) => {
  const words = wordsOf(content);
  expect(expected.filter((literal) => !words.includes(literal))).toEqual([]);
});

test('the T-shirt sizes are the specified ones in their order', () => {
  expect(tShirtSizes).toEqual(['XS', 'S', 'M', 'L', 'XL', 'XXL']);
});

test('the three tabs to come say so', () => {
  for (const text of Object.values(admin.comingSoon)) expect(text).toContain('coming soon');
});
