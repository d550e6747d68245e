/** Fixed texts of the account, application and review screens (docs/product.md, 1), in the order of each screen. */

export const auth = {
  title: 'Educators Forum',
  tabs: ['Sign In', 'Sign Up'],
  fields: ['First Name', 'Last Name', 'Email', 'Password'],
} as const;

/** In `stepOf`, N is a number. */
export const application = {
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
} as const;

export const admin = {
  title: 'Admin Dashboard',
  tabs: ['Applications', 'Users', 'Forums', 'Email Templates'],
  counts: ['Total', 'Pending', 'Approved'],
  columns: ['Name', 'Email', 'Position', 'Status', 'Submitted', 'Actions'],
  actions: ['View', 'Approve', 'Reject'],
  denied: ['Access Denied', "You don't have permission to access this page."],
} as const;

export const membership = {
  title: 'Apply for Membership',
  text: 'Complete your journey by applying for full membership to access exclusive educator resources and forums.',
  buttons: ['Apply Now', 'Apply Later'],
  dismiss: "Don't show this dialog again",
} as const;
