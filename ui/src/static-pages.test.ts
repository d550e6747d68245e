// The options equal the default. A file with options gets its own worker, as static-site.test.tsx does.
// @vitest-environment-options {"jsdom": {"url": "http://localhost:3000/"}}
/**
 * The lists, links, buttons and fields of the built pages, in order (docs/product.md, 1). The journeys assert that the
 * words are visible, and that the links lead to pages.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STORAGE_KEYS } from './lib/browser/browser-storage';
import { capitalised } from '../test/specification/content-words';
import { faqFacts, fields, gifts, options, prices, statistics } from '../test/specification/lists';
import * as specified from '../test/specification/public-screens';
import { faqGroups, namedPages } from './content/marketing/faq';
import { teachers } from './content/marketing/teachers';
import { blogPosts, featuredPost } from './content/publications/blog-posts';
import { reports } from './content/publications/report-list';
import { mailboxes } from './content/site/organisation';
import { signUpPath } from './content/site/pages';
import { renderPage } from './static-site';
import { everything } from '../test/browser/site';

const { about, blog, contact, directory, donate, faq, forum, home, navigation, store } = specified;
const { all } = options;
const mailTo = (box: keyof typeof mailboxes) => `mailto:${mailboxes[box]}`;
const containing = (parts: readonly string[]) => parts.map((part) => expect.stringContaining(part));
const matching = (phrase: string) => [expect.stringMatching(new RegExp(phrase, 'i'))];
const endingWith = (kind: string) =>
  expect.stringMatching(new RegExp(`${kind.replaceAll(/[()]/g, '.')}$`, 'i'));
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);
const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title);
const posts = [featuredPost, ...blogPosts];
const questionIds = faqGroups.flatMap(({ items }) => items.map(({ id }): string => id));
const requiredFields = fields.contactForm.filter((_, at) =>
  contact.required.some((name) => name === contact.fields[at]),
);

/**
 * What a selector finds: the texts, or the attribute that is named after `@`. A number is a count of different texts.
 * `header` and `footer` are the same on every page.
 */
type Row = readonly [selector: string, found: readonly unknown[] | number];

const policies: readonly Row[] = [
  ['article@aria-labelledby', ['privacy-policy', 'terms-of-use', 'cookie-policy']],
  ['main h2', specified.policies],
  ['article time', Array(3).fill(specified.policiesEffective)],
  ['article time@datetime', Array(3).fill('2025-01-15')],
];

const rows: Readonly<Record<string, readonly Row[]>> = {
  '/': [
    ['title', ['The Educators Forum: Funded Weekends for K-12 Teachers']],
    [
      'main h2',
      [
        home.why,
        'From Conversation to Record',
        home.figures,
        'There Is a Place for You Here',
        home.newsletter,
      ],
    ],
    ['main button', [home.apply, home.dates, 'Join a Forum', 'Subscribe']],
    ['main a[data-print]', [home.donate, 'Support a Teacher', 'Become a Partner']],
    ['main a[data-print]@href', ['/donate', '/donate', '/contact']],
    // The current ways to apply and to subscribe.
    [
      'main a:not([data-print])@href',
      [signUpPath, signUpPath, mailTo('general'), mailTo('general')],
    ],
    ['[aria-labelledby=steps] ol h3', home.steps],
    ['[aria-labelledby=figures] .sr-only', home.counters.map(([figure]) => figure)],
    ['[aria-labelledby=figures] noscript', home.counters.map(([figure]) => figure)],
    ['[aria-labelledby=figures] li p:last-child', home.counters.map(([, label]) => label)],
    ['[aria-labelledby=figures] img@alt', [expect.stringMatching(/^Map of the United States/)]],
    ['blockquote', [expect.stringMatching(/^“.+”$/)]],
    ['[aria-label="From a participant"] figcaption', containing(['Leila Haddad'])],
    ['form[aria-labelledby=newsletter]:not([novalidate]) [name]@name', fields.homeNewsletter],
    ['form [required]@name', ['name', 'email']],
    ['form [name=email]@type', ['email']],
    ['form noscript', containing(['This form needs JavaScript.'])],
  ],
  '/about': [
    ['title', ['About | Educators Forum']],
    ['[aria-label=Utility] a', [...navigation.utility, mailboxes.general]],
    ['[aria-label=Main] > ul > li > a', navigation.main],
    ...Object.values(specified.placeholders).map((entries, at): Row => [
      `[aria-label=Main] > ul > li:nth-child(${at + 1}) li`,
      entries,
    ]),
    ['[aria-label=Main] li li a@href', specified.placeholderPaths],
    ['header [aria-current=page]', ['About']],
    ['header a[href="/donate"]', [navigation.donate]],
    ['header noscript a', [navigation.signIn]],
    ['header a[aria-label=Menu]@href', ['#site-links']],
    ['footer h2', ['Quick Links', 'Support', 'Contact']],
    ['#site-links nav a', [...navigation.main, navigation.donate, 'FAQ', 'Blog', 'Contact']],
    ['footer [aria-label=Legal] a', ['Privacy Policy', 'Terms of Use']],
    ['footer [aria-label=Legal] a@href', ['/privacy', '/terms']],
    ['footer button[type=button]', contact.social],
    ['footer', containing(['© 2024'])],
    ['h1', ['About the Educators Forum']],
    [
      'main h2',
      [
        'Our Mission',
        'Founder’s Message',
        'What We Hold To',
        'Accountable for Our Work',
        'The Campuses That Open Their Doors',
        'Read What Teachers Told Us',
      ],
    ],
    ['figure figcaption', ['Eleanor WhitfieldFounder']],
    ['[aria-labelledby=values] h3', about.values],
    ['[aria-labelledby=board] img@src', about.boardMembers],
    ['[aria-labelledby=board] li:has(h3 + p)', about.boardMembers],
    ['[aria-labelledby=partners] h3', about.universityPartners],
    ['[aria-labelledby=partners] img[alt^="Crest of"]@alt', about.universityPartners],
    ['main a@href', ['/reports']],
    ['main button', []],
  ],
  '/educators-forum': [
    ['title', ['The Educators Forum']],
    ['main button:enabled', [forum.apply, forum.host, 'Contact Partnerships']],
    ['main a@href', [signUpPath, signUpPath, mailTo('forums')]],
    ['[aria-labelledby=purposes] h3', forum.purposes],
    ['[aria-labelledby=program] h3', forum.schedule.map((day) => day.join(' '))],
    ['[aria-labelledby=testimonials] figure:has(figcaption) blockquote', forum.testimonials],
    ['[aria-labelledby=eligibility] h3', forum.eligibility.map(capitalised)],
  ],
  '/reports': [
    ['[aria-labelledby=featured] h2', [specified.reports.featured]],
    ['[aria-labelledby=featured] ol li', 5],
    ['main button', [specified.reports.download, 'Filter (0)', ...specified.reports.buttons]],
    ['main label', ['Topic', 'Year']],
    ['main option@value', [all, ...options.reportTopics, all, ...options.reportYears]],
    ['main option[selected]@value', [all, all]],
    ['main option[selected]', ['All topics', 'All years']],
    ['main [role=status]', ['Showing 10 of 10 reports']],
    ['[aria-labelledby=library] h3', titles(reports)],
    [
      '[aria-labelledby=library] img@alt',
      reports.map(({ title }) => `Cover of the report “${title}”`),
    ],
    [
      '[aria-labelledby=library] ul > li:first-child article',
      containing(['Read it here now; PDF and Audio coming soon.']),
    ],
    ['[aria-labelledby=featured]', containing(['The PDF is coming'])],
    ['[aria-labelledby=trends] li', 6],
    ...statistics.map((figure): Row => ['[aria-labelledby=trends]', containing([figure])]),
    ['[aria-labelledby=distribution] li', 6],
    ['[aria-labelledby=distribution]', containing(['The list is still to come'])],
    ['[aria-labelledby=distribution]', containing(['To ask for a presentation today'])],
  ],
  '/teachers': [
    ['main label', ['Search', 'State', 'Grade', 'Subject', 'Year']],
    [
      'main option@value',
      [options.states, options.grades, options.subjects, options.directoryYears].flatMap((list) => [
        all,
        ...list,
      ]),
    ],
    ['main option[selected]@value', [all, all, all, all]],
    ['main option[selected]', ['All states', 'All grades', 'All subjects', 'All years']],
    ['main article h3', names(teachers)],
    ['main article button[aria-label^="LinkedIn"]@aria-label', teachers.length],
    ['main article button[aria-label^="More about"]@aria-label', teachers.length],
    ['main button[aria-label]@aria-label', 2 * teachers.length],
    ['main button:not([aria-label])', ['Filter (0)', 'Nominate a Teacher']],
    ...directory.phrases.map((phrase): Row => ['main', matching(phrase)]),
    ['[aria-labelledby=spotlight] h2', ['Angela Brooks']],
    ['[aria-labelledby=spotlight] img@alt', ['Portrait of Angela Brooks']],
    ['[aria-labelledby=spotlight] h3', ['A day in her life', 'Three questions']],
    ['[aria-labelledby=spotlight] dt', 3],
    ['[aria-labelledby=spotlight] dd', 3],
  ],
  '/store': [
    [
      '[aria-labelledby=collections] h3',
      [
        'The Chalkboard Collection',
        'The Doorway Collection',
        'The Red Pen Collection',
        'The First Bell Collection',
      ],
    ],
    ['[aria-labelledby=products] h3', prices.map(([kind]) => endingWith(kind))],
    ['[aria-labelledby=products] h3 + p', prices.map(([, price]) => price)],
    ['[aria-labelledby=products] img[alt]:not([alt=""])@alt', prices.length],
    ['[aria-labelledby=money] h3', 3],
    ['[aria-labelledby=bulk] li', 3],
    ['main button', 4 + 6 + 1 + 1],
    ['main a', [store.ambassador]],
    ['main a@href', ['/contact']],
  ],
  '/contact': [
    ['form label', [...contact.fields, contact.isTeacher]],
    ['form label@for', fields.contactForm],
    ['form [name]@id', fields.contactForm],
    ['form [name]@name', fields.contactForm],
    ['form [required]@name', requiredFields],
    ['form option@value', ['', ...options.contactSubjects]],
    ['form@method', ['dialog']],
    ['form > noscript:first-child + *', containing(['This form is not connected yet'])],
    ['[aria-labelledby=departments] dt', contact.departments],
    ['[aria-labelledby=departments] dd a[href^="mailto:"]@href', contact.departments.length],
    ['[aria-labelledby=other-ways] a@href', [expect.stringMatching(/^tel:\+1\d{3}55501\d{2}$/)]],
    ['[aria-labelledby=other-ways]', containing([contact.hours])],
    ['[aria-labelledby=other-ways] button', contact.social],
  ],
  '/donate': [
    ['[role=tab]', donate.tabs],
    ['[role=tab][aria-selected=true]', donate.tabs.slice(0, 1)],
    ['[role=tabpanel]@data-state', ['open', 'closed', 'closed', 'closed']],
    ['#one-time-panel [type=radio]@value', gifts.oneTime],
    ['#one-time-panel [inputmode=decimal]@value', ['']],
    ['#monthly-panel [type=radio]@value', gifts.monthly],
    ['#monthly-panel label', containing(gifts.monthly.map((sum) => `${sum} ${gifts.perMonth}`))],
    ['#sponsor-teacher-panel p > strong', [gifts.teacher]],
    ['#sponsor-teacher-panel li strong', gifts.teacherCovers.map(capitalised)],
    ['#sponsor-forum-panel p > strong', [gifts.forum]],
    ['#sponsor-forum-panel p > strong + span', [gifts.forumNote]],
    // The ways that work today are directly above the buttons.
    [
      '[role=tabpanel] p:has(a) + button',
      ['Donate $50', 'Give $25 a Month', 'Sponsor a Teacher', 'Sponsor a Full Forum'],
    ],
    ['[role=tabpanel] p:has(a) + button + button', Array(4).fill('Print a form for your check')],
    [
      '[role=tabpanel] a@href',
      donate.tabs.flatMap(() => ['/donate#mailing-address', mailTo('giving')]),
    ],
    ['#mailing-address dt', ['Mailing address']],
    ['[aria-labelledby=gift-uses]', containing([`${gifts.claim}.`])],
    ['[aria-labelledby=gift-uses] li p:nth-of-type(1)', gifts.shares.map(([percent]) => percent)],
    [
      '[aria-labelledby=gift-uses] li p:nth-of-type(2)',
      gifts.shares.map(([, use]) => capitalised(use)),
    ],
    ['[aria-labelledby=gift-uses] li p:nth-of-type(3)', gifts.shares.length],
    [
      '[aria-labelledby=gift-uses] svg[role=img]@aria-label',
      containing([gifts.shares.map((share) => share.join(' ')).join(', ')]),
    ],
    ['[aria-labelledby=tax] dt', 8],
    ['[aria-labelledby=other-ways] h3', donate.otherWays],
  ],
  '/faq': [
    [
      'main :is(h2, h3)',
      [
        ...faqGroups.flatMap(({ items }, at) => [
          faq.groups[at],
          ...items.map(({ question }) => question),
        ]),
        'Still Have a Question?',
      ],
    ],
    ['main details@id', questionIds],
    ['a[aria-label^="Link to: "]@href', questionIds.map((id) => `/faq#${id}`)],
    ...faqFacts.map((fact): Row => ['#what-does-it-cost', matching(fact)]),
    ['#who-may-apply', containing(['Only current K-12 teachers may apply.'])],
    ...[gifts.claim, ...gifts.shares.map((share) => share.join(' '))].map((fact): Row => [
      '#where-donations-go',
      containing([fact]),
    ]),
    ['#sponsor-a-teacher', [expect.stringMatching(/\$350.*\$7,000 to \$12,000/)]],
    ['#who-is-behind-it p a@href', ['/about']],
    ['#ways-to-give p a@href', ['/donate', mailTo('giving')]],
    ['#who-sees-my-application p a@href', ['/privacy']],
    ['main a', expect.arrayContaining(names(namedPages))],
    ['[aria-labelledby=ask-another] a', [faq.contact]],
    ['[aria-labelledby=ask-another] a@href', ['/contact']],
  ],
  '/blog': [
    ['h1', [blog.title]],
    ['article h3', titles(posts)],
    ['article@id', posts.map(({ id }) => id)],
    ['article', containing(posts.map(({ excerpt }) => excerpt))],
    ['article', containing(posts.map(({ author }) => author))],
    ['article', containing(posts.map(({ category }) => category))],
    ['article', containing(posts.map(({ readTime }) => readTime))],
    ['article time@datetime', posts.map(({ date }) => date)],
    ['article img@alt', posts.map(({ imageAlt }) => imageAlt)],
    ['[aria-labelledby=featured-story] article@id', [featuredPost.id]],
    ['main fieldset label', options.blogCategories],
    ['main [type=radio][checked]@value', [all]],
    ['main [role=status]', ['Showing 9 of 9 posts']],
    ['main h2 ~ ul > li', options.blogTags],
    ['main h2 ~ ul :is(a, button)', []],
    ['main button', ['Subscribe']],
    ['form:not([novalidate]) [name][id]@name', fields.blogNewsletter],
    ['form [required]@name', ['email']],
    ['form [name=email]@type', ['email']],
    ['form noscript', containing(['This form needs JavaScript.'])],
    ['form noscript a@href', [mailTo('general')]],
  ],
  '/privacy': [
    ...policies,
    ['[aria-labelledby=browser-storage] dt', STORAGE_KEYS.map((key) => key.replace(/\.$/, '.…'))],
  ],
  '/terms': policies,
  // The journeys hydrate it at several paths.
  '/no-such-page': [
    ['title', [`${specified.notFound} | Educators Forum`]],
    ['h1', [specified.notFound]],
    ['meta[name=robots]@content', ['noindex']],
    ['link[rel=canonical], [aria-current]', []],
  ],
  ...Object.fromEntries(
    Object.values(specified.placeholders)
      .flat()
      .map((title, at): [string, readonly Row[]] => [
        specified.placeholderPaths[at] ?? '',
        [
          ['h1', [title]],
          ['main', containing([specified.placeholderText])],
        ],
      ]),
  ),
};

/** The built page without features. */
async function open(path: string): Promise<Document> {
  const both = await renderPage(path);
  const html = both.replace(/<x-switch[^>]*>(.*?)<x-on>.*?<\/x-switch>/gs, '$1');
  return new DOMParser().parseFromString(html, 'text/html');
}

const found = (page: Document, selector: string, attribute?: string) =>
  [...page.querySelectorAll(selector)].map((element) =>
    attribute === undefined ? element.textContent : element.getAttribute(attribute),
  );

test.each(Object.entries(rows))('%s has its fixed parts in order', async (path, parts) => {
  const page = await open(path);
  for (const [place, expected] of parts) {
    const [selector = '', attribute] = place.split('@');
    const read = found(page, selector, attribute);
    const seen = typeof expected === 'number' ? new Set(read).size : read;
    expect.soft(seen, place).toEqual(expected);
  }
});

test('the parts of the figure of a donation have its proportions', async () => {
  const widths = found(await open('/donate'), '[aria-labelledby=gift-uses] rect', 'width').map(
    Number,
  );
  const whole = widths.reduce((sum, width) => sum + width, 0);
  expect(widths.map((width) => `${Math.round((100 * width) / whole)}%`)).toEqual(
    gifts.shares.map(([percent]) => percent),
  );
});

test.each(['/educators-forum', '/teachers'])(
  'the times of each day of %s are in order and match their datetime attributes',
  async (path) => {
    const days = [...(await open(path)).querySelectorAll('ol:has(> li > time)')];
    expect(days.length).toBeGreaterThan(0);
    for (const day of days) {
      const times = [...day.querySelectorAll('time')];
      const values = times.map(({ dateTime }) => dateTime);
      expect(values).toEqual(values.toSorted());
      const clocks = values.map((value) => {
        const [hour = 0, minute = 0] = value.split(':').map(Number);
        return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
      });
      expect(times.map(({ textContent }) => textContent)).toEqual(clocks);
    }
  },
);

test.each([
  ['/privacy', '/privacy#', 'nav:has(p)', 'article :is(h2, h3)'],
  ['/terms', '/terms#', 'nav:has(p)', 'article :is(h2, h3)'],
  ['/faq', '/faq#', 'nav:has(p)', 'h2[tabindex]'],
  ['/reports/calm-classrooms', '#', '[aria-label="In this report"]', 'article h2[tabindex]'],
])('the table of contents of %s links to each part', async (path, start, contents, parts) => {
  const page = await open(path);
  const ids = found(page, `main ${parts}`, 'id');
  expect(ids.length).toBeGreaterThan(3);
  expect(new Set(ids).size).toBe(ids.length);
  expect(found(page, `main ${contents} a`, 'href')).toEqual(ids.map((id) => `${start}${id}`));
});

/** The defaults of the program, which docs/configuration.md lists. */
const configuration = readFileSync('../docs/configuration.md', 'utf8');

test.each([
  ['REGISTRATIONS_DAYS', 'Sign-ups that are never confirmed', 'typed is deleted after # days'],
  ['SENT_MAIL_DAYS', 'Emails from us', '# days after they were sent'],
  ['FAILED_MAIL_DAYS', 'Emails from us', '# days if they could not be delivered'],
  ['SESSIONS_DAYS', 'Sign-ins', 'is deleted # days after it ended'],
  ['TOKENS_DAYS', 'Sign-ins', '# days after they were used or expired'],
  ['DRAFTS_DAYS', 'Drafts', '# days after you last saved'],
  ['CONTACT_MESSAGES_DAYS', 'Messages to us', '# days after you sent them'],
  ['IDEMPOTENCY_HOURS', 'Answers to repeated requests', 'for # hours'],
])('the privacy policy states the default of FORUM__RETENTION__%s', async (setting, term, rule) => {
  const row = new RegExp(`RETENTION__${setting}\` \\|[^|]*\\| (\\d+) `).exec(configuration);
  // Some are kept only with a feature.
  document.documentElement.dataset['site'] = JSON.stringify(everything);
  const kept = found(await open('/privacy'), '[aria-labelledby=how-long-we-keep-it] dl > div');
  delete document.documentElement.dataset['site'];
  const sentences = kept.filter((text) => text?.startsWith(term));
  expect(sentences).toEqual(containing([rule.replace('#', String(row?.[1]))]));
});
