import faqScene from '../../pictures/scenes/faq.svg';
import { mailboxes } from '../site/organisation';
import { paths, signUpPath } from '../site/pages';
import { dollars, forumSize, inWords, promises, sponsorship, weekend, wholeWeekend } from './facts';

export const faqPage = {
  title: 'Frequently Asked Questions',
  eyebrow: 'Good questions, plain answers',
  lead: 'What teachers, supporters and partners ask us most often.',
  picture: faqScene,
  contents: 'Topics',
  /** The id of the answer that ends with the visitor's next step. */
  nextStepAt: 'how-to-apply',
  linkTo: (question: string) => `Link to: ${question}`,
} as const;

/** Names of other pages in the answers. Each mention becomes a link. */
export const namedPages = [
  { name: 'About page', to: paths.about },
  { name: 'Donate page', to: paths.donate },
  { name: 'Privacy Policy', to: paths.privacy },
  { name: 'Sign Up page', to: signUpPath },
] as const;

export const faqContact = {
  title: 'Still Have a Question?',
  text: 'Ask us. If others may wonder too, we add it to this page.',
  action: 'Contact Us',
  page: 'contact',
} as const;

/** Replaces an answer with the feature `giving`. */
export const onlineGiving = {
  from: 'Online giving opens soon; until then, please mail a check.',
  to: 'You can give online there, or mail a check.',
} as const;

/** The answers in groups. A published `id` must not change, because it is part of an address (/faq#who-may-apply). */
export const faqGroups = [
  {
    id: 'general-questions',
    title: 'General Questions',
    items: [
      {
        id: 'what-is-the-educators-forum',
        question: 'What is the Educators Forum?',
        answer: [
          'We are a nonprofit that gathers the insights of K-12 teachers. We bring teachers together for funded weekend forums at partner universities, listen closely to what they have learned in their classrooms, and turn it into reports, policy briefs and reform tools.',
          'Those who make decisions about schools rarely hear from those who teach in them every day. We exist to close that distance.',
        ],
      },
      {
        id: 'what-is-membership',
        question: 'What is membership?',
        answer: [
          'Membership is how a teacher becomes eligible for a place at a forum. You apply once; it is free, and a person reads your application. Members are invited to forums as dates are set, and hear of new reports first.',
          'To apply you need an account on this site. Create one on the Sign Up page.',
        ],
      },
      {
        id: 'who-is-behind-it',
        question: 'Who runs the organization?',
        answer: [
          'A staff of four in Florida, led by our executive director, Ruth Calloway, and guided by a volunteer board. You can read about our founder, our board and some of our university partners on the About page.',
        ],
      },
      {
        id: 'political-position',
        question: 'Do you take political positions?',
        answer: [
          'No. We support no party and no candidate, and we never choose teachers by their politics. Teachers of every persuasion sit at the same table, and our reports say what they told us, including where they disagree.',
        ],
      },
      {
        id: 'what-happens-with-insights',
        question: 'What becomes of what teachers tell you?',
        answer: [
          'Every forum ends with a final report written together with the teachers who took part. What recurs from forum to forum becomes a policy brief or a tool that schools can use.',
          'Reports are shared with school districts, lawmakers, universities and the public. A teacher is quoted by name only with their consent.',
        ],
      },
      {
        id: 'how-to-get-involved',
        question: 'I am not a teacher. How can I take part?',
        answer: [
          'You can pay for a teacher’s place at a forum, host a forum at your university, give your teachers a Friday afternoon off to attend one, or share our reports with people who shape schools where you live.',
        ],
      },
    ],
  },
  {
    id: 'the-educators-forum',
    title: 'The Educators Forum',
    items: [
      {
        id: 'who-may-apply',
        question: 'Who may apply to attend a forum?',
        answer: [
          'Only current K-12 teachers may apply. It does not matter whether your school is public or private, and all grades and subjects are welcome.',
          'If you used to teach, lead a school or are about to begin, you are welcome to follow our reports and to ask us about other ways to take part.',
        ],
      },
      {
        id: 'what-does-it-cost',
        question: 'What does it cost to attend?',
        answer: [
          'Nothing. Forums are free to attend, with stipends, meals and lodging, and help getting there; our donors pay for it. There is one condition: only current K-12 teachers may apply.',
          `The stipend is ${dollars(weekend.stipend)}. We mail it as a check within ${promises.stipendDays} days after the forum. It may be taxable income; travel, meals and lodging are paid directly or reimbursed.`,
        ],
      },
      {
        id: 'how-to-apply',
        question: 'How do I apply?',
        answer: [
          'Create an account on the Sign Up page, confirm your email address and fill out the membership application. It has three steps: professional information, personal information, and a few practical details. Most people need about fifteen minutes. The buttons on our other pages that offer to apply are not connected yet.',
          'A person reads every application. You will receive an email when yours has arrived, and another as soon as a decision is made.',
        ],
      },
      {
        id: 'how-are-teachers-selected',
        question: 'How are teachers selected?',
        answer: [
          'We look for diversity of experience and geography: new and seasoned teachers, cities, suburbs and small towns, many subjects and grades. Not being selected is no reflection on your teaching, and you may apply again.',
        ],
      },
      {
        id: 'what-happens-at-a-forum',
        question: 'What happens during the weekend?',
        answer: [
          `Day 1 is for arrival and orientation. Day 2 is for the forum sessions: guided dialogues in groups of ${inWords[forumSize.teachersAtTable]}, then labs on curriculum and policy. On Day 3 the groups write their final reports.`,
          'Arrival begins on Friday at 3:00 PM, so most teachers need the afternoon off. Districts that take part grant it; for others we are glad to write to your principal. Everyone receives a certificate of hours; ask your district or state whether it counts as professional development.',
        ],
      },
      {
        id: 'host-a-forum',
        question: 'Can our university host a forum, and when are the next ones?',
        answer: [
          `A host lends us rooms for small groups and student note-takers, and provides beds and meals at cost; we bring the program, the facilitators and the funding. Write to ${mailboxes.forums} and tell us about your campus.`,
          'The dates of the next forums are set with their hosts and are not announced yet. Members hear of them first.',
        ],
      },
    ],
  },
  {
    id: 'donations-and-support',
    title: 'Donations & Support',
    items: [
      {
        id: 'where-donations-go',
        question: 'Where does my donation go?',
        answer: [
          '100% of donations fund program costs: 54% teacher travel and lodging, 32% forum operations, and 14% research and reporting. Salaries and the office are paid from a separate fund that our founder and board provide.',
        ],
      },
      {
        id: 'sponsor-a-teacher',
        question: 'What does it mean to sponsor a teacher?',
        answer: [
          `${dollars(sponsorship.teacher)} covers one teacher’s travel, stipend and materials. A bed and meals come to about ${dollars(weekend.lodging + weekend.meals)} more and are paid from other gifts, so that a whole weekend costs about ${dollars(wholeWeekend)}.`,
          `You can also sponsor a full forum of ${inWords[forumSize.teachers]} teachers, for ${dollars(sponsorship.forum.least)} to ${dollars(sponsorship.forum.most)} depending on location.`,
        ],
      },
      {
        id: 'ways-to-give',
        question: 'How can I give?',
        answer: [
          'Give once or monthly, sponsor a teacher or a full forum, leave a gift in your will, or ask your employer to match what you give. The Donate page describes each of these. Online giving opens soon; until then, please mail a check.',
          `If you would rather talk to someone first, write to ${mailboxes.giving}.`,
        ],
      },
      {
        id: 'tax-deductible',
        question: 'Is my gift tax-deductible?',
        answer: [
          'We are a nonprofit organization, and gifts are deductible to the extent the law allows. We email a receipt for every gift. Please ask a tax advisor what applies to you.',
        ],
      },
      {
        id: 'store-proceeds',
        question: 'Where does the money from the store go?',
        answer: [
          'What remains after making and mailing an item helps teachers come to a forum. A purchase is not a gift and is not deductible. Sponsor-a-Shirt is the exception: it is a gift of $22, and buys the shirt a teacher wears at a forum.',
        ],
      },
    ],
  },
  {
    id: 'technical-and-privacy',
    title: 'Technical & Privacy',
    items: [
      {
        id: 'what-you-keep-about-me',
        question: 'What do you know about me when I only read?',
        answer: [
          'Next to nothing. The public pages need no account. The site sets no cookies, has no trackers or advertising, and loads nothing from other companies.',
        ],
      },
      {
        id: 'who-sees-my-application',
        question: 'Who sees my application?',
        answer: [
          'Only the administrators who review applications read it. Your date of birth, address and phone number never appear on a public page. The Privacy Policy lists everything we keep, why and for how long, and how your photo is stored.',
        ],
      },
      {
        id: 'am-i-listed',
        question: 'Will I be listed in the Teacher Directory?',
        answer: [
          'Only if you want to be. The directory shows only teachers who opted into public listing. To be taken out, send us a short message.',
        ],
      },
      {
        id: 'no-confirmation-mail',
        question: 'My confirmation email has not arrived. What now?',
        answer: [
          'Please check your spam folder first. The link in the email works for 24 hours. Try to sign in with your new account: if your address is not confirmed yet, the page offers to send a new email.',
        ],
      },
      {
        id: 'photo-requirements',
        question: 'Which photos can I upload with my application?',
        answer: [
          'A JPEG, PNG or WebP image of up to 5 MB. A larger one, as phones take them, is made smaller before it is sent. The photo is optional. What your camera wrote into the file, such as the place where it was taken, is removed before we store it.',
        ],
      },
      {
        id: 'delete-my-data',
        question: 'How can I see, correct or delete my data?',
        answer: [
          `Signed in, you can correct your name and address, download everything we hold about you, and delete your account under Your account in the menu. For anything else write to ${mailboxes.privacy} from the address of your account. We answer within ${promises.privacyAnswerDays} days, and asking costs nothing.`,
        ],
      },
    ],
  },
] as const;
