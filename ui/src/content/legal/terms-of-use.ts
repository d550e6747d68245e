import { mailboxes, organisation } from '../site/organisation';
import type { Policy } from './policy';

export const termsOfUse = {
  id: 'terms-of-use',
  title: 'Terms of Use',
  summary:
    'Read, share and take part in good faith. Your words remain yours, our reports may be passed on with credit, and an application is a request that a person decides.',
  sections: [
    {
      id: 'agreement',
      title: 'Our agreement',
      blocks: [
        `These terms apply between you and ${organisation.name} when you use this site. By using it you accept them. If you do not, please do not use the site; you can still write or call.`,
      ],
    },
    {
      id: 'accounts',
      title: 'Accounts',
      blocks: [
        'Anyone 18 or over may create an account for themselves. Give your real name and an email address that is yours, choose a password you use nowhere else, and keep it to yourself. What is done with your account counts as done by you, unless you told us that someone else has gained access to it. Tell us promptly if that happens.',
      ],
    },
    {
      id: 'applications',
      title: 'Applications and forums',
      blocks: [
        'Only current K-12 teachers may apply, from public and private schools, of all grades and subjects. What you write must be true, and about yourself. You can have one application under review at a time.',
        'We select by diversity of experience and geography. There is no right to be accepted, and a decision is final; after a rejection you may apply again. Membership may end if an application turns out to be untrue.',
        'Forums are free to attend, with stipends, meals and lodging. Dates, places and the details of reimbursement are agreed with each participant before the forum. Sometimes a forum has to be moved or called off; then we tell those concerned as early as we can.',
      ],
    },
    {
      id: 'fair-use',
      title: 'Fair use of the site',
      blocks: [
        'Please do not:',
        {
          points: [
            'pretend to be someone else, or apply in another person’s name;',
            'send anything unlawful, insulting or harmful, or anything from which a student could be recognized;',
            'collect the names or pictures of teachers from this site for lists, advertising or the training of software;',
            'try to get around the protection of the site, disrupt it or overload it.',
          ],
        },
        'If you find a weakness, tell us and give us time to fix it: we will thank you and take no action against you.',
      ],
    },
    {
      id: 'your-contributions',
      title: 'What you send us',
      blocks: [
        'What you write and upload remains yours. You allow us to store it and to show it to those who review your application. We publish nothing of it, neither your words nor your name nor your photo, without asking you first.',
      ],
    },
    {
      id: 'our-content',
      title: 'What you find here',
      blocks: [
        `Texts, drawings and reports on this site belong to ${organisation.name} or to those who made them. You may copy and pass on our reports and policy briefs, whole or in part, for any purpose that is not commercial, as long as you name the source and do not change their meaning. For anything else, ask us. Our name and emblem may not be used as if we endorsed you.`,
      ],
    },
    {
      id: 'gifts-and-store',
      title: 'Gifts and the store',
      blocks: [
        {
          features: ['giving', 'shop'],
          on: 'Pages about gifts and products tell you what they cost. A gift or an order is made on the site to which its button leads, and the conditions shown there apply. Nothing on this site is tax advice.',
          off: 'Pages about gifts and products tell you what is planned and what it costs. A gift or an order comes about only when we confirm it to you, and the conditions you are shown at that moment apply. Nothing on this site is tax advice.',
        },
      ],
    },
    {
      id: 'no-advice',
      title: 'Accuracy and availability',
      blocks: [
        'We write with care and correct mistakes gladly. Our reports reflect what teachers told us; they are not legal, medical or financial advice, and where a teacher is quoted, the opinion is theirs. We cannot promise that the site is free of faults or always available, and it is provided as it is.',
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      blocks: [
        'As far as the law allows, we are not liable for indirect damage that comes from using the site, or from not being able to use it. Nothing in these terms takes away rights that the law gives you and that cannot be waived.',
      ],
    },
    {
      id: 'ending',
      title: 'Ending your account',
      blocks: [
        `You can stop at any time: delete your account under Your account, or write to ${mailboxes.privacy}. We may close an account that breaks these terms; unless the matter is urgent, we write to you first and hear your side.`,
      ],
    },
    {
      id: 'law-and-changes',
      title: 'Law, changes, contact',
      blocks: [
        'These terms follow the law of the State of Florida. Should one of them be invalid, the others still stand. We may change them from time to time; the effective date tells you when we did, and account holders learn of anything important by email beforehand.',
        `Questions: ${mailboxes.general}, ${organisation.phone}, or ${organisation.address.join(', ')}.`,
      ],
    },
  ],
} as const satisfies Policy;
