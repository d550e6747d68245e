// The fixed texts of the public pages (docs/product.md, 1). The page tests cover the order of lists and figures.
import { expect, test } from 'vitest';
import { plain, wordsOf } from '../../../test/specification/content-words';
import { gifts, messages, progress, statistics } from '../../../test/specification/lists';
import * as specified from '../../../test/specification/public-screens';
import { about } from '../marketing/about';
import { blog, blogCategories } from '../publications/blog';
import { comingSoon } from '../site/coming-soon';
import * as contact from '../marketing/contact';
import * as directory from '../marketing/directory';
import { donate } from '../marketing/donate';
import * as faq from '../marketing/faq';
import { faqGroups } from '../marketing/faq-groups';
import { forum } from '../marketing/forum';
import { home } from '../marketing/home';
import * as legal from '../legal/legal';
import * as reportsPage from '../publications/reports';
import { store } from '../marketing/store';

interface Page {
  content: unknown;
  /** Complete texts. */
  literals: unknown;
  /** Parts of texts. */
  phrases?: readonly string[];
}

function requirementsOf({ phrases, ...literals }: { phrases?: readonly string[] }) {
  return { literals, ...(phrases && { phrases }) };
}

const { counters, ...ofHome } = specified.home;
const { purposes, apply, host } = specified.forum;
const { phrases: ofReports, ...reportsLiterals } = specified.reports;

const pages: Record<string, Page> = {
  home: { content: home, literals: [ofHome, counters.map(([, words]) => words)] },
  about: { content: about, ...requirementsOf(specified.about) },
  forum: { content: forum, literals: [purposes, apply, host] },
  reports: {
    content: reportsPage,
    literals: reportsLiterals,
    phrases: [...ofReports, ...statistics],
  },
  directory: {
    content: directory,
    literals: specified.directory.showing.replace(/[NM]/g, '{}'),
    phrases: specified.directory.phrases,
  },
  store: { content: store, ...requirementsOf(specified.store) },
  contact: {
    content: contact,
    literals: [requirementsOf(specified.contact).literals, progress.contact, messages.contactSent],
    phrases: specified.contact.phrases,
  },
  donate: {
    content: donate,
    literals: [
      requirementsOf(specified.donate).literals,
      [gifts.teacher, gifts.forum, gifts.forumNote, gifts.perMonth],
    ],
    phrases: [...specified.donate.phrases, gifts.claim],
  },
  faq: { content: [faq, faqGroups], literals: specified.faq },
  blog: { content: { blog, blogCategories }, ...requirementsOf(specified.blog) },
  legal: {
    content: legal,
    literals: [specified.policies, specified.policiesEffective, '2025-01-15'],
  },
  'coming soon': {
    content: comingSoon,
    literals: { ...specified.comingSoon, soon: specified.comingSoon.soon.replace(/\{\w+\}/, '{}') },
  },
};

test.each(Object.entries(pages))('%s has exactly the fixed texts', (_, page) => {
  const words = wordsOf(page.content);
  expect(wordsOf(page.literals).filter((literal) => !words.includes(literal))).toEqual([]);
  const sentences = words.map(plain);
  const missing = (page.phrases ?? []).filter(
    (phrase) => !sentences.some((sentence) => sentence.includes(plain(phrase))),
  );
  expect(missing).toEqual([]);
});
