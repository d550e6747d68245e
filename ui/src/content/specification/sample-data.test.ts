import { expect, test } from 'vitest';
import { fields, options } from '../../../test/specification/lists';
import { blogCategories } from '../publications/blog';
import { blogPosts, featuredPost } from '../publications/blog-posts';
import { reports } from '../publications/report-list';
import { spotlight } from '../marketing/directory';
import { store } from '../marketing/store';
import { teachers } from '../marketing/teachers';

const all = <T>(list: readonly T[], option: (item: T) => string) => new Set(list.map(option));

test.each([
  ['report', reports, fields.report],
  ['teacher', teachers, fields.teacher],
  ['spotlight teacher', [spotlight], fields.spotlight],
  ['product', store.products.items, fields.product],
  ['post', [featuredPost, ...blogPosts], fields.post],
] as const)('a %s has every field', (_, list, names) => {
  for (const item of list) {
    const empty = names.filter((name) => !Reflect.get(item, name));
    expect(empty).toEqual([]);
  }
});

test('a report has no other fields and a unique id', () => {
  for (const report of reports) expect(Object.keys(report)).toEqual(fields.report);
  expect(all(reports, ({ id }) => id).size).toBe(reports.length);
});

test('the reports cover all topics, years and formats', () => {
  expect(reports.length).toBeGreaterThanOrEqual(8);
  expect(all(reports, ({ topic }) => topic)).toEqual(new Set(options.reportTopics));
  expect(all(reports, ({ year }) => year)).toEqual(new Set(options.reportYears));
  expect(new Set(reports.flatMap(({ formats }) => formats))).toEqual(
    new Set(options.reportFormats),
  );
  for (const { formats } of reports)
    expect(formats).toEqual(options.reportFormats.filter((format) => formats.includes(format)));
});

test('the twelve teachers cover all states, grades, subjects and years', () => {
  expect(teachers).toHaveLength(12);
  expect(all(teachers, ({ id }) => id).size).toBe(12);
  expect(all(teachers, ({ state }) => state)).toEqual(new Set(options.states));
  expect(all(teachers, ({ subject }) => subject)).toEqual(new Set(options.subjects));
  for (const grade of options.grades)
    expect(teachers.some((teacher) => teacher.grade.includes(grade))).toBe(true);
  for (const year of options.directoryYears)
    expect(teachers.some((teacher) => teacher.forum.includes(year))).toBe(true);
});

test('the spotlight asks the three questions of a teacher in the directory', () => {
  expect(Object.keys(spotlight.questions)).toEqual(fields.spotlightQuestions);
  const { name, image, state, grade, subject, yearsTeaching } = spotlight;
  expect(teachers).toContainEqual(
    expect.objectContaining({ name, image, state, grade, subject, yearsTeaching }),
  );
});

test('the nine posts cover all categories and follow a featured story', () => {
  expect(blogPosts).toHaveLength(9);
  const categories = blogCategories.map(({ label }) => label).slice(1);
  expect(all(blogPosts, ({ category }) => category)).toEqual(new Set(categories));
  const dates = [featuredPost, ...blogPosts].map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
});
