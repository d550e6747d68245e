// @vitest-environment node
import Validator from '@adobe/structured-data-validator';
import { expect, test } from 'vitest';
import * as site from '../../src/static-site';
import * as structured from './structured-data';

const { organisation } = site;
const origin = 'https://origin.invalid';
const at = (path: string) => ({ origin, path, picture: `${origin}/pictures/x.png`, organisation });

/** The validator's errors and warnings. */
async function issuesOf(data: object): Promise<string[]> {
  const type = String(Reflect.get(data, '@type'));
  const issues = await new Validator().validate({ jsonld: { [type]: [data] } });
  return issues.map(({ issueMessage }) => issueMessage);
}

test('the validator reports a breadcrumb without a name', async () => {
  const data = structured.breadcrumbData(origin, [
    { title: 'Home', path: '/' },
    { title: '', path: '/blog' },
  ]);
  expect(await issuesOf(data)).not.toEqual([]);
});

test('the organization has a valid postal address', async () => {
  const data = structured.organizationData(at('/'));
  expect(await issuesOf(data)).toEqual([]);
  expect(Reflect.get(data, 'address')).toMatchObject({
    '@type': 'PostalAddress',
    addressRegion: 'Florida',
    postalCode: organisation.place.zipCode,
  });
});

test('every page except the home page has valid breadcrumbs with unique addresses', async () => {
  expect(site.breadcrumbsTo('/')).toHaveLength(1);
  for (const { path } of site.routeTable.filter((page) => !page.noindex && page.path !== '/')) {
    const way = site.breadcrumbsTo(path);
    expect(way.at(-1)?.path).toBe(path);
    expect(new Set(way.map((step) => step.path)).size).toBe(way.length);
    expect(await issuesOf(structured.breadcrumbData(origin, way))).toEqual([]);
  }
});

test('a post has its author, date, picture and URL', () => {
  for (const story of site.stories) {
    const path = `/blog/${story.id}`;
    expect(site.storyAt(path)).toBe(story);
    const { headline, datePublished, author, mainEntityOfPage, image } = structured.postData(
      at(path),
      story,
    );
    expect([headline, datePublished]).toEqual([story.title, story.date]);
    expect(story.title.length).toBeLessThanOrEqual(110);
    expect(author).toMatchObject({ '@type': 'Person', name: story.author });
    expect(mainEntityOfPage).toBe(origin + path);
    expect(image).toMatch(/^https:/);
  }
});

test('a report has a date and is marked as free to read', () => {
  const path = '/reports/calm-classrooms';
  const report = site.reportAt(path);
  if (!report) throw new Error('There is no such report.');
  expect(structured.reportData(at(path), report)).toMatchObject({
    '@type': 'Report',
    headline: 'Calm Classrooms',
    datePublished: '2024',
    isAccessibleForFree: true,
  });
});

test('the FAQ contains every question with its answer', () => {
  const { mainEntity } = structured.faqData(site.questions);
  expect(mainEntity).toHaveLength(site.questions.length);
  expect(JSON.stringify(mainEntity)).toContain(site.questions[0]?.answer[0]);
});

test('structured data cannot close its script element', () => {
  const script = structured.scriptOf(
    structured.faqData([{ question: 'x', answer: ['</script><script>run()</script>'] }]),
  );
  expect(script.match(/<\/script>/g)).toHaveLength(1);
});
