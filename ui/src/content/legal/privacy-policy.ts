import { mailboxes, organisation } from '../site/organisation';
import type { Policy } from './policy';

const LEADING_OUT = ['contact', 'newsletter', 'giving', 'shop'] as const;

export const privacyPolicy = {
  id: 'privacy-policy',
  title: 'Privacy Policy',
  summary:
    'You can read every public page without telling us who you are. If you create an account or apply for membership, we keep what you give us, use it for that purpose alone, and never sell it.',
  sections: [
    {
      id: 'who-we-are',
      title: 'Who we are',
      blocks: [
        `${organisation.name} is a nonprofit organization at ${organisation.address.join(', ')}. We decide how personal data on this site is used, and we answer for it. This policy covers the site, your account on it and your membership application.`,
      ],
    },
    {
      id: 'when-you-only-read',
      title: 'When you only read',
      blocks: [
        'The public pages need no account. We set no cookies, don’t track visitors, show no advertising and load nothing from other companies. Our server notes for each request which part of the site was asked for, whether it succeeded and how long it took, so that we can find faults. This log names no visitor. When one of our scripts fails, your browser reports which page and which lines of the script failed, but not the error’s text, what you typed or who you are.',
      ],
    },
    {
      id: 'what-we-collect',
      title: 'What we collect when you take part',
      blocks: [
        {
          terms: [
            {
              term: 'Your account',
              text: 'First name, last name, email address, and the roles the account has. Your password is stored only as a salted one-way hash, from which it cannot be read back. With two-step sign-in: the names you give your authenticators and passkeys, and when you last used each. Of a passkey we have only the public half; your fingerprint, face or PIN never leaves your device.',
            },
            {
              term: 'Linked accounts',
              text: 'If you sign in with another service: its name, the ID it has for you, the email address it told us, and when you linked it. Of a wallet, its address.',
            },
            {
              term: 'Your sign-ins',
              text: 'For each sign-in: when it began and was last used, how you proved who you are, the name your browser gives itself, and the first part of your internet address, which points to a network and not to a person.',
            },
            {
              term: 'Your membership application',
              text: 'Teaching experience, current position, school district and subjects; date of birth, postal address and phone number; T-shirt size; and, if you add one, a photo.',
            },
            {
              term: 'Drafts',
              text: 'While you fill out the application, your answers and your photo are saved on our server, so that you can continue later or on another device. Administrators do not see them until you submit.',
            },
            {
              term: 'Earlier versions',
              text: 'If we ask you for a change and you make it: what we asked, the answers before it, and any photo you replaced.',
            },
            {
              term: 'Notes and marks about applicants',
              text: 'What administrators write about an application for each other, with the author and the time; whether each of them would approve it; and when each last read it. Applicants do not see any of this.',
            },
            {
              term: 'The decision',
              text: 'When you applied, what was decided, when, and by which administrator, and which administrators opened your application.',
            },
            {
              term: 'Emails from us',
              text: 'Which emails were sent to your address, when, and what they said.',
            },
            {
              term: 'Messages to us',
              text: 'What you send with the contact form: your name, email address, phone number if you add one, subject and message, and whether you are a teacher.',
              features: ['contact'],
            },
          ],
        },
      ],
    },
    {
      id: 'forms-that-send-nothing',
      title: {
        features: LEADING_OUT,
        on: 'Messages, newsletter and other sites',
        off: 'Forms that send nothing today',
      },
      blocks: [
        {
          features: LEADING_OUT,
          on: 'Other sites have policies of their own. A form that is not connected says so and sends nothing.',
          off: 'The contact form and the newsletter forms of this site are not connected yet: what you type there stays in your browser, reaches nobody and is gone when you leave the page. The same is true of the amounts on the Donate page. To be sure of reaching us, write to one of the addresses on the Contact page. When the forms are connected, this policy will say so first.',
        },
        {
          features: ['contact'],
          on: 'A message from the contact form is emailed to the department that you choose. Our administrators can read it too.',
        },
        {
          features: ['newsletter'],
          on: 'If you subscribe to the newsletter, we store your email address, your first name, whether you are an educator, the form you used, the consent you gave and when. We write only after you have confirmed your address; otherwise your entry is deleted after seven days. You can unsubscribe at any time with the link in every email; we then keep your address only to know that we must not write to it.',
        },
        {
          features: ['giving'],
          on: 'Gifts are made on the site of our payment provider. We pass on nothing but the amount, and your card details never reach us.',
        },
        {
          features: ['shop'],
          on: 'Our store is a site of its own. We pass nothing on to it.',
        },
      ],
    },
    {
      id: 'why-we-use-it',
      title: 'Why we use it',
      blocks: [
        {
          points: [
            'To run your account: to let you in, to keep others out, and to confirm that your email address is yours.',
            'To review your application. We read about your teaching in order to bring together different experiences and regions.',
            'To arrange your stay at a forum. Your date of birth and address are needed for travel and lodging, your phone number for the day something goes wrong, your shirt size for your shirt.',
            'To write to you about your account and your application: a confirmation of your address, a receipt, a decision.',
            'To keep the site safe, and to be able to show later who decided what.',
          ],
        },
        'We use none of it for advertising, and no decision about you is made by a machine: a person reads every application.',
      ],
    },
    {
      id: 'who-sees-it',
      title: 'Who sees it',
      blocks: [
        'Your application is seen by the administrators who review applications. Other members and visitors do not see it.',
        {
          features: ['private_photos'],
          on: 'The address of your photo stops working within two days, and only you and our administrators get a new one. No public page links to it, but until it stops working anyone who is given that address can open it. Details your camera wrote into the file, such as the place, are removed before it is stored.',
          off: 'Your photo is stored at an address of its own that contains a long random number. No public page links to it, but anyone who is given that address can open it. Details your camera wrote into the file, such as the place, are removed before it is stored.',
        },
        'The companies that host our servers and deliver our emails process data for us and for no purpose of their own. We do not sell personal data or trade it. We hand it to an authority only where the law obliges us to.',
        'The Teacher Directory shows only teachers who opted into public listing. An application or a membership alone lists nobody.',
      ],
    },
    {
      id: 'how-long-we-keep-it',
      title: 'How long we keep it',
      blocks: [
        {
          terms: [
            {
              term: 'Accounts and applications',
              text: 'As long as the account exists, an application that was not approved included, because you may apply again. Both are deleted with the account, which you can do yourself under Your Account, together with any notes, marks and earlier versions. If an application was decided, we keep only that it was, without your name and answers.',
            },
            {
              term: 'Drafts',
              text: 'Until you submit, or 90 days after you last saved it.',
            },
            {
              term: 'Withdrawn applications',
              text: 'Deleted when you withdraw, with all notes, marks and earlier versions. Your answers become a draft.',
            },
            {
              term: 'Sign-ups that are never confirmed',
              text: 'They never become an account. The link in the email stops working after 24 hours, and what was typed is deleted after 7 days.',
            },
            {
              term: 'Sign-ins',
              text: 'A sign-in ends when you sign out, after 30 days without use, and 90 days after it began at the latest. What we know about it is deleted 90 days after it ended, links and codes from our emails 7 days after they were used or expired.',
            },
            {
              term: 'Emails from us',
              text: '30 days after they were sent; 90 days if they could not be delivered.',
            },
            {
              term: 'Messages to us',
              text: '730 days after you sent them, and not longer than your account if they have its email address. The department’s copy of the email is kept as long as its answer needs.',
              features: ['contact'],
            },
            {
              term: 'Linked accounts',
              text: 'Until you remove the link or delete the account.',
            },
            {
              term: 'Answers to repeated requests',
              text: 'So that a form sent twice counts once, we keep our answer to it for 24 hours.',
            },
            {
              term: 'Photos',
              text: 'A photo that you remove is deleted from our storage shortly after. One that belongs to a submitted application stays with it.',
            },
            {
              term: 'The record of decisions',
              text: 'Which administrator opened it, wrote a note, marked it or decided, and when, without the contents of the application. This record cannot be altered, and outlasts the account as a row of numbers without a name.',
            },
          ],
        },
      ],
    },
    {
      id: 'how-we-protect-it',
      title: 'How we protect it',
      blocks: [
        'Connections to the site are encrypted. Passwords are hashed; the keys that let a signed-in browser in are short-lived, and a stolen one is noticed and refused. Pages run no code but our own. Lists for reviewers leave out dates of birth, addresses and phone numbers. No site is completely safe; should your data be affected by a breach, we will tell you without delay what happened and what you can do.',
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      blocks: [
        'Wherever you live, you may ask us:',
        {
          points: [
            'what we keep about you, and for a copy of it;',
            'to correct what is wrong;',
            'to delete your account, your application and your photo;',
            'to stop using your data for a purpose you object to;',
            'to take you out of the Teacher Directory.',
          ],
        },
        `Write to ${mailboxes.privacy} if possible from the address of your account, so that we know it is you. We answer within 30 days. Asking costs nothing and will not be held against you. If you are not satisfied with our answer, you may turn to the data or consumer protection authority where you live.`,
      ],
    },
    {
      id: 'children',
      title: 'Children and students',
      blocks: [
        'This site is made for adults. Accounts are for people 18 or over, and we do not knowingly collect data from children. Please do not tell us anything from which a student could be recognized, whether in an application or in a message. If it has happened, write to us and we will delete it.',
      ],
    },
    {
      id: 'changes-and-questions',
      title: 'Changes and questions',
      blocks: [
        `When this policy changes, its effective date changes with it, and account holders learn of anything important by email beforehand. Questions are welcome at ${mailboxes.privacy}, by phone at ${organisation.phone}, or by mail.`,
      ],
    },
  ],
} as const satisfies Policy;
