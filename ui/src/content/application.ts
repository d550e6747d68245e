// Every sentence of the membership application, with its fields and their order.

export const tShirtSizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const;

export const application = {
  title: 'Membership Application',
  checking: 'Checking application status...',
  sessionEnded: {
    title: 'Your session has ended',
    description: 'Please sign in again. Your answers are still here.',
  },
  stepOf: (step: number) => `Step ${step} of 3`,
  steps: {
    1: 'Professional Information',
    2: 'Personal Information',
    3: 'Additional Information',
  },
  progress: 'Progress of your application',
  fields: {
    teaching_experience: 'Teaching Experience',
    teaching_position: 'Current Teaching Position',
    school_district: 'School District',
    subjects_taught: 'Subjects Taught',
    date_of_birth: 'Date of Birth',
    address_line1: 'Address Line 1',
    address_line2: 'Address Line 2',
    city: 'City',
    state: 'State',
    zip_code: 'ZIP Code',
    phone: 'Phone Number',
    t_shirt_size: 'T-Shirt Size',
  },
  hints: {
    teaching_experience: 'Where, what and for how long you have taught.',
    subjects_taught: 'Type a subject, then press Add or Enter.',
    address_line2: 'Optional',
  },
  subjects: {
    add: 'Add',
    list: 'Subjects added',
    notAdded: 'This subject is typed but not added yet. Press Add, or clear it.',
    repeated: 'This subject is already listed.',
  },
  chooseSize: 'Choose a size',
  missing: (labels: readonly string[]) => `Still needed: ${labels.join(', ')}`,
  previous: 'Previous',
  next: 'Next',
  submit: 'Submit Application',
  submitting: 'Submitting...',
  review: {
    title: 'Review your answers',
    introduction: 'Please check that everything is right before you submit.',
    change: 'Change',
    changeStep: (step: string) => `Change ${step}`,
    none: 'None given',
  },
  checkAnswers: 'Please check these answers',
  alreadySubmitted: {
    title: 'Application Already Submitted',
    submittedOn: 'Submitted on',
    status: 'Status',
    pending: 'Pending Review',
    text: 'Your application is with our reviewers. In the meantime you are welcome to look around.',
    forum: 'Explore the Educators Forum',
    store: 'Visit the Store',
  },
  received: {
    title: 'Application Received!',
    text: 'Thank you for applying. You will receive an e-mail once a decision is made.',
    forum: 'Learn about the Forum',
    store: 'Visit the Shop',
    home: 'Return Home',
  },
} as const;
