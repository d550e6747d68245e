import { mailboxes } from '../site/organisation';
import type { Policy } from './policy';

export const cookiePolicy = {
  id: 'cookie-policy',
  title: 'Cookie Policy',
  summary:
    'This site sets no cookies at all, neither its own nor anyone else’s. Where it must remember something, it uses the storage of your browser, as listed here.',
  sections: [
    {
      id: 'no-cookies',
      title: 'No cookies, no trackers',
      blocks: [
        'There is no banner on this site because there is nothing to consent to. We use no analytics, no advertising network, no pixels, no fingerprinting, and no content that other companies could use to recognize you.',
      ],
    },
    {
      id: 'browser-storage',
      title: 'What is stored in your browser',
      blocks: [
        'All of it stays in your browser, is readable by this site alone, and serves only what you asked for.',
        {
          terms: [
            {
              term: 'educators-forum.session',
              text: 'Local storage, once you sign in: the keys that keep you signed in, when they expire, and the ID and email address of your account. It is removed when you sign out or the sign-in ends: after 30 days without use, and 90 days after it began at the latest.',
            },
            {
              term: 'educators-forum.waiting.…',
              text: 'Session storage, one entry for each form: text you typed while signed in that has not reached our server yet, and the number by which we recognize a form that is sent twice. An entry is removed once its text is saved, when you sign out, or when you close the tab.',
            },
            {
              term: 'educators-forum.sign-up',
              text: 'Session storage, after you create an account: whether its email address is confirmed yet, so that we show you the right next step. It is gone when you close the tab.',
            },
            {
              term: 'educators-forum.provider-flow',
              text: 'Session storage, while you sign in with another service: the service’s name and a secret that only this tab can use to finish. It is removed when you come back, or when you close the tab.',
            },
            {
              term: 'membershipPromptDismissed',
              text: 'Local storage, only if you tick “Don’t show this dialog again” on the invitation to apply: the word “true” and nothing else. It stays until you clear it.',
            },
            {
              term: 'educators-forum.letter-keys',
              text: 'Local storage, only on the dashboard of our administrators: whether shortcuts of one letter are on. It stays until you clear it.',
            },
            {
              term: 'educators-forum.features-off',
              text: 'Local storage, only on the dashboard of our first administrator: the ID of the account that closed the notice about features that are switched off. It stays until you clear it.',
            },
            {
              term: 'educators-forum.without-names.…',
              text: 'Local storage, only on the dashboard of our administrators: whether the account whose ID ends the name reads applications without names and photos. It stays until you clear it.',
            },
            {
              term: 'educators-forum.rows.…',
              text: 'Local storage, only on the dashboard of our administrators, one entry for each account that changed the list of applications: how many rows a page has, and whether they are compact. It stays until you clear it.',
            },
            {
              term: 'scrollPositions',
              text: 'Session storage: how far you had scrolled on each page, so that Back brings you to the same place. It is gone when you close the tab.',
            },
            {
              term: 'reloadedForMissingCode',
              text: 'Session storage, rarely: when a page was reloaded because the site had been updated. It is gone when you close the tab.',
            },
            {
              term: 'educators-forum.tried',
              text: 'Local storage: an empty entry that tells us whether your browser stores anything. It is removed right away.',
            },
          ],
        },
      ],
    },
    {
      id: 'your-choices',
      title: 'Your choices',
      blocks: [
        'You can clear the storage of this site at any time in the settings of your browser. Then you are signed out, the invitation to apply may appear again, and text that was not saved yet is lost. If your browser refuses to store anything, the site works all the same; you are signed in until you close or reload the tab.',
        `Should this ever change, this page will say so before it happens. Questions: ${mailboxes.privacy}.`,
      ],
    },
  ],
} as const satisfies Policy;
