/** The subjects, their values and the departments are fixed (docs/product.md, 1). */
import contactScene from '../../pictures/scenes/contact.svg';
import { mailboxes, organisation } from '../site/organisation';

export const contactPage = {
  title: 'Contact Us',
  eyebrow: 'We would love to hear from you',
  lead: 'A question about a forum, a campus that could host one, a story to tell: reach us however you like.',
  picture: contactScene,
} as const;

export const contactForm = {
  title: 'Send Us a Message',
  lead: 'Required fields are marked with an asterisk (*).',
  /** Shown as long as the form does not send anything. */
  notConnected: `This form is not connected yet: what you type here reaches no one. Please write to ${mailboxes.general} or call us instead.`,
  fields: {
    fullName: 'Full Name',
    email: 'Email Address',
    phone: 'Phone Number',
    subject: 'Subject',
    message: 'Message',
    isTeacher: 'I am a current or former classroom teacher',
  },
  chooseSubject: 'Choose a subject',
  subjects: [
    { value: 'forum-application', label: 'Forum Application' },
    { value: 'university-partnerships', label: 'University Partnerships' },
    { value: 'media-request', label: 'Media Request' },
    { value: 'press-speaking', label: 'Press & Speaking' },
    { value: 'general-question', label: 'General Question' },
  ],
  faults: {
    fullName: 'Enter your full name',
    email: 'Enter your email address',
    emailFormat: 'Enter an email address in the correct format, like name@example.com',
    subject: 'Choose a subject',
    message: 'Enter your message',
  },
  submit: 'Send Message',
  submitting: 'Sending...',
  sent: {
    title: 'Message Sent Successfully',
    description: "Thank you for reaching out. We'll be in touch shortly.",
  },
  sentTo: (department: string) => `Sent to ${department}`,
  /** The label of a hidden field. */
  reference: 'Reference',
  /** Shown after `sent` as long as the form does not send anything. */
  unsent: {
    title: 'Your message is still here',
    text: 'This form is not connected yet, so your message has reached no one. You can send it from your own mailbox:',
    action: 'Send it as an email',
    tooLong: 'Your message is too long for the link. Please copy the rest from here.',
  },
  withoutScript: `This form needs JavaScript. Without it, please write to ${mailboxes.general}.`,
} as const;

export const departments = {
  title: 'Email the Right Team',
  lead: 'Each address goes straight to the people who can help.',
  list: [
    {
      id: 'general',
      name: 'General',
      purpose: 'Questions that fit nowhere else',
      email: mailboxes.general,
    },
    {
      id: 'media',
      name: 'Media & Press',
      purpose: 'Interviews, quotations and figures',
      email: mailboxes.media,
    },
    {
      id: 'forum',
      name: 'Forum Coordination',
      purpose: 'Applications, dates, travel and lodging',
      email: mailboxes.forums,
    },
    {
      id: 'donations',
      name: 'Donations & Fundraising',
      purpose: 'Gifts, receipts and sponsorships',
      email: mailboxes.giving,
    },
    {
      id: 'merchandise',
      name: 'Merchandise',
      purpose: 'Products and bulk orders',
      email: mailboxes.merchandise,
    },
  ],
} as const;

export const reachUs = {
  title: 'Other Ways to Reach Us',
  lead: 'Call during office hours, or arrange a visit.',
  phone: {
    title: 'Phone',
    number: organisation.phone,
    href: organisation.phoneHref,
    hours: 'Mon–Fri 9AM–5PM EST',
  },
  office: {
    title: 'Office',
    address: organisation.address,
    note: 'Visits by appointment only',
  },
  social: {
    title: 'Follow along',
    names: ['Facebook', 'X', 'LinkedIn', 'YouTube'],
  },
} as const;
