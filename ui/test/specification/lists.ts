/** Fixed fields, options, messages and figures (docs/product.md, 1), in the order of the pages. */

/** The names of fields. */
export const fields = {
  contactForm: ['fullName', 'email', 'phone', 'subject', 'message', 'isTeacher'],
  homeNewsletter: ['name', 'email', 'isEducator'],
  blogNewsletter: ['email', 'firstName'],
  report: ['id', 'title', 'subtitle', 'year', 'topic', 'state', 'formats', 'image'],
  teacher: [
    'id',
    'name',
    'state',
    'grade',
    'subject',
    'yearsTeaching',
    'forum',
    'quote',
    'image',
    'linkedin',
  ],
  spotlight: ['name', 'state', 'grade', 'subject', 'yearsTeaching', 'image', 'dayInLife'],
  spotlightQuestions: ['keepGoing', 'changeEducation', 'whyForum'],
  product: ['name', 'price', 'image'],
  post: ['id', 'title', 'excerpt', 'image', 'date', 'author', 'category', 'readTime'],
} as const;

/** The option lists. In filters, `all` precedes each list. */
export const options = {
  all: 'all',
  reportFormats: ['PDF', 'Web', 'Audio'],
  reportTopics: ['Behavior', 'Equity', 'Technology', 'Retention', 'Communication', 'Funding'],
  reportYears: ['2024', '2023', '2022'],
  states: ['Texas', 'California', 'Florida', 'Ohio', 'Arizona', 'Virginia'],
  grades: ['Elementary', 'Middle School', 'High School'],
  subjects: ['English', 'Mathematics', 'Science', 'History', 'Spanish', 'Physical Education'],
  directoryYears: ['2024', '2025'],
  contactSubjects: [
    'forum-application',
    'university-partnerships',
    'media-request',
    'press-speaking',
    'general-question',
  ],
  blogCategories: [
    'All Posts',
    'Forum Highlights',
    'Research Reports',
    'Teacher Spotlights',
    'Policy Updates',
  ],
  blogTags: 9,
} as const;

/** The label for each number of rules met, from none to five (docs/product.md, 3.2). */
export const strengthLabels = [
  'Very Weak',
  'Very Weak',
  'Weak',
  'Fair',
  'Strong',
  'Strong',
] as const;

/** docs/product.md, 3.2. */
export const passwordSymbols = '!@#$%^&*(),.?":{}|<>';

/** Each kind of product with its price. */
export const prices = [
  ['Tee', '$22'],
  ['journal', '$16'],
  ['enamel pin', '$5'],
  ['mug (15 oz)', '$12'],
  ['tote', '$18'],
  ['sponsor-a-shirt', '$22'],
] as const;

export const gifts = {
  oneTime: ['$25', '$50', '$100', '$250'],
  monthly: ['$10', '$25', '$50'],
  perMonth: 'per month',
  teacher: '$350',
  teacherCovers: ['travel', 'stipend', 'materials'],
  forum: '$7,000 to $12,000',
  forumNote: 'depending on location',
  shares: [
    ['54%', 'teacher travel and lodging'],
    ['32%', 'forum operations'],
    ['14%', 'research and reporting'],
  ],
  claim: '100% of donations fund program costs',
} as const;

export const statistics = ['over 100 districts', 'over 300 forum responses'] as const;

/** One answer in the FAQ has both facts. */
export const faqFacts = [
  'forums are free to attend, with stipends, meals and lodging',
  'only current K-12 teachers may apply',
] as const;
