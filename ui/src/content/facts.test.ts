/** The figures agree with each other, and the public pages state no money, people or years that are not among them. */
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../test/content-words';
import { gifts, options, prices } from '../../test/specification/lists';
import { about } from './about';
import { postArticles } from './articles/post-articles';
import { reportArticles } from './articles/report-articles';
import { blogPosts, featuredPost } from './blog-posts';
import { donate } from './donate';
import * as facts from './facts';
import { faqGroups } from './faq-groups';
import { forum } from './forum';
import { home } from './home';
import { reports } from './report-list';
import * as reportsPage from './reports';
import { store } from './store';

const { dollars, firstYear, forumSize, inWords, pilots, sponsorship, weekend, wholeWeekend } =
  facts;

describe('the sums', () => {
  test('a sponsored teacher is the trip, the stipend and the materials', () => {
    expect(weekend.trip + weekend.stipend + weekend.materials).toBe(sponsorship.teacher);
    expect(dollars(sponsorship.teacher)).toBe(gifts.teacher);
  });

  test('a forum of whole weekends costs as much as the specification says', () => {
    const cost = forumSize.teachers * wholeWeekend;
    expect(cost).toBeGreaterThanOrEqual(sponsorship.forum.least);
    expect(cost).toBeLessThanOrEqual(sponsorship.forum.most);
  });

  test('the tables seat everyone, and the forums of the first year all its teachers', () => {
    expect(forumSize.tables * forumSize.teachersAtTable).toBe(forumSize.teachers);
    expect(firstYear.forums * forumSize.teachers).toBe(firstYear.teachers);
    expect(firstYear.answered).toBeLessThanOrEqual(firstYear.teachers);
  });

  test('the percentages of the counters are of those who answered', () => {
    const percent = (part: number) => Math.round((100 * part) / firstYear.answered);
    const counter = (label: string) =>
      home.figures.items.find((item) => item.label.includes(label));
    expect(counter('felt heard')?.value).toBe(percent(firstYear.feltHeard));
    expect(counter('new classroom strategies')?.value).toBe(percent(firstYear.offeredStrategies));
    expect(counter('districts')?.value).toBe(firstYear.districts);
    expect(counter('policy briefs')?.value).toBe(firstYear.briefs);
    expect(counter('university partners')?.value).toBe(firstYear.universityPartners);
  });

  test('each amount of a preset pays for what stands beside it', () => {
    const { presets } = donate.plans.oneTime;
    expect(presets.map(({ amount }) => amount)).toEqual(
      [weekend.materials, weekend.meals, weekend.lodging, weekend.trip + weekend.materials].map(
        dollars,
      ),
    );
    const [ten, twentyFive, fifty] = [10, 25, 50].map((amount) => 12 * amount);
    expect(ten).toBeGreaterThanOrEqual(weekend.stipend);
    expect(twentyFive).toBeGreaterThanOrEqual(weekend.trip + weekend.meals);
    expect(fifty).toBeGreaterThanOrEqual(sponsorship.teacher);
    expect(7 * 50).toBe(sponsorship.teacher);
  });
});

const pages = { home, about, forum, donate, faqGroups, reportsPage, reports, store };
const stories = { featuredPost, blogPosts };
const sentences = [pages, stories, postArticles, reportArticles].flatMap(wordsOf);
const ofPages = [pages, stories].flatMap(wordsOf);

const found = (texts: readonly string[], pattern: RegExp) =>
  new Set(texts.flatMap((text) => text.match(pattern) ?? []));

test('no page states a sum of money that is not a fact', () => {
  const known = new Set([
    ...Object.values(weekend).map(dollars),
    ...[weekend.lodging + weekend.meals, wholeWeekend].map(dollars),
    dollars(forumSize.teachers * wholeWeekend),
    dollars(sponsorship.teacher),
    ...Object.values(sponsorship.forum).map(dollars),
    ...prices.map(([, price]) => price),
    ...gifts.oneTime,
    ...gifts.monthly,
  ]);
  expect([...found(sentences, /\$[\d,]*\d/g)].filter((sum) => !known.has(sum))).toEqual([]);
});

test('no page names a year that is not a fact', () => {
  const known = new Set([
    ...options.reportYears,
    ...options.directoryYears,
    ...pilots.years.map(String),
    String(firstYear.year),
    ...[featuredPost, ...blogPosts].map(({ date }) => date.slice(0, 4)),
  ]);
  expect([...found(sentences, /\b(?:19|20)\d\d\b/g)].filter((year) => !known.has(year))).toEqual(
    [],
  );
});

test('no page counts teachers otherwise than the facts', () => {
  const spelled = Object.values(inWords).join('|');
  const pattern = new RegExp(
    `(?<!K[-–])\\b(?:\\d[\\d,]*\\+?|${spelled}|ten|thirty|forty|fifty) (?:other |K-12 )?(?:teachers|educators|colleagues)\\b`,
    'gi',
  );
  const known = [
    firstYear.teachers,
    '150+', // specification
    'more than 150',
    150,
    inWords[4], // at one's table, besides oneself
    inWords[19], // at the forum, besides oneself; and at the first pilot weekend
    inWords[20],
    'thirty', // invited to the first pilot weekend
  ].map(String);
  const counts = [...found(ofPages, pattern)].map((text) => text.split(' ')[0]?.toLowerCase());
  expect(counts.filter((count) => !known.includes(count ?? ''))).toEqual([]);
  expect(counts.length).toBeGreaterThan(3);
});

test('a report says at its beginning how many teachers took part', () => {
  const spelled: Record<number, string> = {
    14: 'fourteen',
    16: 'sixteen',
    17: 'seventeen',
    18: 'eighteen',
    19: 'nineteen',
    20: 'twenty',
    21: 'twenty-one',
    22: 'twenty-two',
    153: '153',
  };
  const silent = Object.entries(reportArticles).filter(([, { blocks, teachers }]) => {
    const first = blocks.find((block) => typeof block === 'string') ?? '';
    return !first.toLowerCase().includes(`${spelled[teachers]} `);
  });
  expect(silent.map(([id]) => id)).toEqual([]);
});
