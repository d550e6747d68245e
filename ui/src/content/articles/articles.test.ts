import { expect, test } from 'vitest';
import { postTitles, reportTitles } from '../publications/article-titles';
import { blogPosts, featuredPost } from '../publications/blog-posts';
import { firstYear } from '../marketing/facts';
import { reports } from '../publications/report-list';
import { featured } from '../publications/reports';
import { postArticles, reportArticles, wordsIn } from '../../../test/specification/articles';
import type { Article, Block, Chart } from './article';

const posts = [featuredPost, ...blogPosts];
const all: [string, Article][] = [
  ...Object.entries(postArticles),
  ...Object.entries(reportArticles),
];
const isChart = (block: Block): block is { chart: Chart } =>
  typeof block !== 'string' && 'chart' in block;
const chartsOf = ({ blocks }: Article) => blocks.filter(isChart).map(({ chart }) => chart);

test('posts and reports have the same ids in lists, titles and texts', () => {
  const ids = posts.map(({ id }) => id);
  expect(Object.keys(postArticles).toSorted()).toEqual(ids.toSorted());
  expect(Object.keys(postTitles)).toEqual(ids);
  const reportIds = [featured.id, ...reports.map(({ id }) => id)];
  expect(Object.keys(reportArticles).toSorted()).toEqual(reportIds.toSorted());
  expect(Object.keys(reportTitles)).toEqual(reportIds);
});

test.each(all)('%s has 300 to 700 words', (_, article) => {
  expect(wordsIn(article)).toBeGreaterThanOrEqual(300);
  expect(wordsIn(article)).toBeLessThanOrEqual(700);
});

test('the reading time of a post matches its length', () => {
  const minutes = posts.map(({ id }) => {
    const article = postArticles[id];
    return `${article && Math.round(wordsIn(article) / 200)} min read`;
  });
  expect(posts.map(({ readTime }) => readTime)).toEqual(minutes);
});

test.each(all.flatMap(([id, article]) => chartsOf(article).map((chart) => [id, chart] as const)))(
  'the bars in the charts of %s fit on the axis, and the charts name their source',
  (_, { rows, of, source, unit }) => {
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const [, value] of rows) {
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThanOrEqual(of);
    }
    expect(source).toMatch(/\d/);
    expect(/percent/.test(unit) && of !== 100).toBe(false);
  },
);

test.each([
  ['what-teachers-wish-lawmakers-knew', firstYear.answered],
  ['where-the-dollar-lands', 17],
  ['before-the-referral', 41],
  ['the-long-bus-ride', 311],
  ['the-third-year', 19],
])('the rows of the chart in %s add up to %d', (id, whole) => {
  const [chart] = reportArticles[id] ? chartsOf(reportArticles[id]) : [];
  expect(chart?.of).toBe(whole);
  expect(chart?.rows.reduce((sum, [, value]) => sum + value, 0)).toBe(whole);
});

test('every report has a chart, and no chart counts more teachers than participated', () => {
  const reported = Object.values(reportArticles);
  expect(reported.filter((report) => chartsOf(report).length === 0)).toEqual([]);
  const tooMany = reported.flatMap((report) =>
    chartsOf(report)
      .filter(({ unit }) => unit.startsWith('Teachers'))
      .flatMap(({ rows }) => rows.filter(([, value]) => value > report.teachers)),
  );
  expect(tooMany).toEqual([]);
});
