import { describe, expect, test } from 'vitest';
import { postArticles, reportArticles } from '../../../test/specification/articles';
import { wordsOf } from '../../../test/specification/content-words';
import { gifts, options, prices } from '../../../test/specification/lists';
import { about } from './about';
import { blogPosts, featuredPost } from '../publications/blog-posts';
import { donate } from './donate';
import * as facts from './facts';
import { faqGroups } from './faq';
import { forum } from './forum';
import { home } from './home';
import { reports } from '../publications/report-list';
import * as reportsPage from '../publications/reports';
import { store } from './store';

const { dollars, firstYear, forumSize, inWords, pilots, sponsorship, weekend, wholeWeekend } =
  facts;

describe('the sums', () => {
  test('the price of a sponsored teacher covers trip, stipend and materials', () => {
    expect(weekend.trip + weekend.stipend + weekend.materials).toBe(sponsorship.teacher);
    expect(dollars(sponsorship.teacher)).toBe(gifts.teacher);
  });

  test('the cost of a forum is within the published range', () => {
    const cost = forumSize.teachers * wholeWeekend;
    expect(cost).toBeGreaterThanOrEqual(sponsorship.forum.least);
    expect(cost).toBeLessThanOrEqual(sponsorship.forum.most);
  });

  test('tables and forums have enough seats for all teachers', () => {
    expect(forumSize.tables * forumSize.teachersAtTable).toBe(forumSize.teachers);
    expect(firstYear.forums * forumSize.teachers).toBe(firstYear.teachers);
    expect(firstYear.answered).toBeLessThanOrEqual(firstYear.teachers);
  });

  test('the percentages in the counters relate to the teachers who answered', () => {
    const percent = (part: number) => Math.round((100 * part) / firstYear.answered);
    const counter = (label: string) =>
      home.figures.items.find((item) => item.label.includes(label));
    expect(counter('felt heard')?.value).toBe(percent(firstYear.feltHeard));
    expect(counter('new classroom strategies')?.value).toBe(percent(firstYear.offeredStrategies));
    expect(counter('districts')?.value).toBe(firstYear.districts);
    expect(counter('policy briefs')?.value).toBe(firstYear.briefs);
    expect(counter('university partners')?.value).toBe(firstYear.universityPartners);
  });

  test('each preset amount covers the cost that its note names', () => {
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

test('pages state only amounts of money that are listed facts', () => {
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

test('pages name only years that are listed facts', () => {
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

test('pages state only numbers of teachers that are listed facts', () => {
  const spelled = Object.values(inWords).join('|');
  const pattern = new RegExp(
    `(?<!K[-–])\\b(?:\\d[\\d,]*\\+?|${spelled}|ten|thirty|forty|fifty) (?:other |K-12 )?(?:teachers|educators|colleagues)\\b`,
    'gi',
  );
  const known = [
    firstYear.teachers,
    '150+', // fixed
    'more than 150',
    150,
    inWords[4], // the others at a teacher's table
    inWords[19], // the others at a forum, and at the first pilot weekend
    inWords[20],
    'thirty', // invited to the first pilot weekend
  ].map(String);
  const counts = [...found(ofPages, pattern)].map((text) => text.split(' ')[0]?.toLowerCase());
  expect(counts.filter((count) => !known.includes(count ?? ''))).toEqual([]);
  expect(counts.length).toBeGreaterThan(3);
});

test('the first paragraph of a report has the number of teachers', () => {
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
