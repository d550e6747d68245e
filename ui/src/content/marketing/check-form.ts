/** Texts of the form on paper that a donor mails with a check. They are loaded by the first print. */
import { mailboxes, organisation } from '../site/organisation';
import { registration } from './donate';

export const checkForm = {
  title: 'A Gift by Check',
  mailTo: 'Please mail this form with your check to:',
  gift: 'Your gift',
  amount: 'Amount of the check',
  payee: 'Payable to',
  blanks: ['Your name', 'Your address', 'Your email, for the receipt', 'In honor of (if you wish)'],
  thanks: `Thank you. Questions: ${mailboxes.giving} or ${organisation.phone}.`,
  legal: `${organisation.name} is a nonprofit organization under section 501(c)(3) of the Internal Revenue Code, tax ID ${organisation.ein}. ${registration}`,
} as const;
