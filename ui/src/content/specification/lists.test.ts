// Lists of the specification in their order, and its figures with their texts.
import { describe, expect, test } from 'vitest';
import { capitalised } from '../../../test/specification/content-words';
import { gifts, options, prices } from '../../../test/specification/lists';
import * as specified from '../../../test/specification/public-screens';
import { about } from '../marketing/about';
import { blog, blogCategories } from '../publications/blog';
import { contactForm, departments, reachUs } from '../marketing/contact';
import * as directory from '../marketing/directory';
import { donate } from '../marketing/donate';
import { faqGroups } from '../marketing/faq-groups';
import { forum } from '../marketing/forum';
import { home } from '../marketing/home';
import { policies } from '../legal/legal';
import { distribution, library, topics, years } from '../publications/reports';
import { store } from '../marketing/store';

const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title);

describe('the screens', () => {
  test('home: six steps, and the counters with their words', () => {
    expect(titles(home.steps.items)).toEqual(specified.home.steps);
    const counters = home.figures.items.map(({ value, suffix, label }) => [
      `${value}${suffix}`,
      label,
    ]);
    expect(counters).toEqual(specified.home.counters);
  });

  test('about: five values, six board members, four university partners', () => {
    expect(titles(about.values.list)).toEqual(specified.about.values);
    expect(about.board.members).toHaveLength(specified.about.boardMembers);
    expect(about.partners.list).toHaveLength(specified.about.universityPartners);
  });

  test('forum: three purposes, each day with its name, three testimonials, five terms', () => {
    expect(titles(forum.purposes.list)).toEqual(specified.forum.purposes);
    const days = forum.schedule.days.map(({ title }, at) => [forum.schedule.dayOf(at + 1), title]);
    expect(days).toEqual(specified.forum.schedule);
    expect(forum.testimonials.list).toHaveLength(specified.forum.testimonials);
    expect(forum.eligibility.list.map(({ term }) => term)).toEqual(
      specified.forum.eligibility.map(capitalised),
    );
  });

  test('reports: the two buttons at the end', () => {
    expect([distribution.partners, distribution.presentation]).toEqual(specified.reports.buttons);
  });

  test('store: four collections, and each kind of product with its price', () => {
    expect(store.collections.items).toHaveLength(specified.store.collections);
    const { items } = store.products;
    expect(items.map(({ price }) => price)).toEqual(prices.map(([, price]) => price));
    const others = prices.filter(
      ([kind], at) => items[at]?.name.toLowerCase().endsWith(kind.toLowerCase()) !== true,
    );
    expect(others).toEqual([]);
  });

  test('contact: fields, departments and social media', () => {
    const { isTeacher, ...fields } = contactForm.fields;
    expect(Object.values(fields)).toEqual(specified.contact.fields);
    expect(isTeacher).toBe(specified.contact.isTeacher);
    expect(departments.list.map(({ name }) => name)).toEqual(specified.contact.departments);
    expect(reachUs.social.names).toEqual(specified.contact.social);
  });

  test('faq: four groups', () => {
    expect(titles(faqGroups)).toEqual(specified.faq.groups);
  });

  test('privacy and terms: three policies', () => {
    expect(titles(policies)).toEqual(specified.policies);
  });
});

describe('donations', () => {
  const { oneTime, monthly, teacher, forum: fullForum } = donate.plans;
  const amounts = (presets: readonly { amount: string }[]) => presets.map(({ amount }) => amount);

  test('the ways to give, and the other ways', () => {
    const tabs = [oneTime, monthly, teacher, fullForum].map(({ tab }) => tab);
    expect(tabs).toEqual(specified.donate.tabs);
    expect(titles(donate.other.ways)).toEqual(specified.donate.otherWays);
  });

  test('the presets, once and per month', () => {
    expect(amounts(oneTime.presets)).toEqual(gifts.oneTime);
    expect(amounts(monthly.presets)).toEqual(gifts.monthly);
    expect(monthly.perMonth).toBe(gifts.perMonth);
  });

  test('the sponsorships with what they cover', () => {
    expect(teacher.amount).toBe(gifts.teacher);
    expect(titles(teacher.covers)).toEqual(gifts.teacherCovers.map(capitalised));
    expect([fullForum.amount, fullForum.amountNote]).toEqual([gifts.forum, gifts.forumNote]);
  });

  test('each share with its use', () => {
    const shares = donate.uses.shares.map(({ percent, label }) => [`${percent}%`, label]);
    expect(shares).toEqual(gifts.shares.map(([percent, use]) => [percent, capitalised(use)]));
    const inWords = gifts.shares.map((share) => share.join(' ')).join(', ');
    expect(donate.uses.figureLabel).toContain(inWords);
  });
});

describe('the option lists', () => {
  test('of the reports', () => {
    expect([topics, years]).toEqual([options.reportTopics, options.reportYears]);
  });

  test('of the directory', () => {
    const { states, grades, subjects, forumYears } = directory;
    expect([states, grades, subjects, forumYears]).toEqual([
      options.states,
      options.grades,
      options.subjects,
      options.directoryYears,
    ]);
  });

  test('each filter offers all of them first', () => {
    const { state, grade, subject, year } = directory.directory;
    const all = [state, grade, subject, year].map((filter) => filter.all);
    for (const label of [...all, library.allTopics, library.allYears])
      expect(label.toLowerCase()).toMatch(new RegExp(`^${options.all} `));
  });

  test('of the contact form and the blog', () => {
    expect(contactForm.subjects.map(({ value }) => value)).toEqual(options.contactSubjects);
    expect(blogCategories.map(({ label }) => label)).toEqual(options.blogCategories);
    expect(new Set(blog.tags.labels).size).toBe(options.blogTags);
    expect(blog.tags.labels).toHaveLength(options.blogTags);
  });
});
