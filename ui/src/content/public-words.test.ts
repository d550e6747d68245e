// The words of the public pages against the specification's own: sections 1, 2, 4 and 9, and the lists of section 3.
import { describe, expect, test } from 'vitest';
import { about } from './about';
import { blog, blogCategories, blogPosts, featuredPost } from './blog';
import { comingSoon } from './coming-soon';
import * as contact from './contact';
import * as directory from './directory';
import { donate } from './donate';
import * as faq from './faq';
import { forum } from './forum';
import { home } from './home';
import * as legal from './legal';
import * as reports from './reports';
import { store } from './store';
import { spotlight, teachers } from './teachers';
import { faultsOf, wordsOf } from '../../test/content-words';

const dialog = [
  'Feature Coming Soon',
  'We are sorry but that feature is currently unavailable.',
  '{} will be available soon.',
  'Go Back',
];

/** A literal in the list stands alone in the content; one after `within` is part of a sentence. */
const literals: Record<string, { content: unknown; alone: string[]; within?: string[] }> = {
  home: {
    content: home,
    alone: [
      'Apply to Join the Educators Forum',
      'Donate to Support a Teacher',
      'Why We Exist',
      'Arrival & Welcome',
      'Guided Group Dialogues',
      'Curriculum & Policy Labs',
      'Meals + Stipend Provided',
      'Final Report Generation',
      'National Data Collection',
      'See Upcoming Seminar Dates',
      'Our First Year in Numbers',
      'school districts represented',
      'of teachers felt heard',
      'published policy briefs',
      'university partners',
      'of attendees offered new classroom strategies',
      'Stay Connected',
      'I am an educator',
    ],
  },
  about: {
    content: about,
    alone: [
      'Teacher-Centered',
      'Data-Driven',
      'Community-Focused',
      'Constructive Patriotism',
      'Moral Integrity',
    ],
  },
  forum: {
    content: forum,
    alone: [
      'Apply to Attend',
      'Host a Forum at Your Campus',
      'Collaborate',
      'Contribute',
      'Create',
      'Arrival & Orientation',
      'Forum Sessions',
      'Final Reports',
      'Day {}',
      'Current K-12 teacher (public or private)',
      'All grades and subjects',
      'Selection by diversity of experience and geography',
      'Travel stipend and meals provided',
      'No political agenda and no presentations',
    ],
  },
  reports: {
    content: reports,
    alone: [
      'What Teachers Wish Lawmakers Knew',
      'Download PDF',
      'View Distribution Partners',
      'Request a Presentation',
    ],
    within: ['150+ educators from 12 states', 'five reform areas', 'ver 300 forum responses'],
  },
  directory: {
    content: directory,
    alone: ['Showing {} of {} teachers'],
    within: ['eachers who opted into public listing are shown', 'Nominate'],
  },
  store: {
    content: store,
    alone: [
      'Signature Collections',
      'Featured Products',
      'Where the Money Goes',
      'Bulk & Custom Orders',
      'Become a Brand Ambassador',
    ],
    within: ['15 oz'],
  },
  contact: {
    content: contact,
    alone: [
      'Full Name',
      'Email Address',
      'Phone Number',
      'Subject',
      'Message',
      'I am a current or former classroom teacher',
      'General',
      'Media & Press',
      'Forum Coordination',
      'Donations & Fundraising',
      'Merchandise',
      'Mon–Fri 9AM–5PM EST',
      'Sending...',
      'Message Sent Successfully',
      "Thank you for reaching out. We'll be in touch shortly.",
      'Facebook',
      'X',
      'LinkedIn',
      'YouTube',
    ],
    within: ['by appointment only', 'Florida'],
  },
  donate: {
    content: donate,
    alone: [
      'One-Time Gift',
      'Monthly Supporter',
      'Sponsor a Teacher',
      'Sponsor a Full Forum',
      'Where Your Gift Goes',
      'Other Ways to Give',
      'Planned Giving',
      'Employer Match',
      '$350',
      '$7,000 to $12,000',
      'depending on location',
      'Teacher travel and lodging',
      'Forum operations',
      'Research and reporting',
      'Travel',
      'Stipend',
      'Materials',
      'per month',
    ],
    within: ['100% of donations fund program costs', '54%', '32%', '14%', 'onprofit', 'tax'],
  },
  faq: {
    content: faq,
    alone: [
      'General Questions',
      'The Educators Forum',
      'Donations & Support',
      'Technical & Privacy',
      'Contact Us',
    ],
    within: [
      'free to attend',
      'stipend',
      'meals',
      'lodging',
      'nly current K–12 teachers may apply',
    ],
  },
  blog: {
    content: { blog, blogCategories },
    alone: [
      'News & Updates',
      'Featured Story',
      'Popular Tags',
      'All Posts',
      'Forum Highlights',
      'Research Reports',
      'Teacher Spotlights',
      'Policy Updates',
    ],
  },
  legal: {
    content: legal,
    alone: ['Privacy Policy', 'Terms of Use', 'Cookie Policy', 'January 15, 2025', '2025-01-15'],
  },
  'coming soon': { content: comingSoon, alone: dialog },
};

test.each(Object.entries(literals))('%s says the specified words to the letter', (_, page) => {
  const words = wordsOf(page.content);
  expect(page.alone.filter((literal) => !words.includes(literal))).toEqual([]);
  const missing = (page.within ?? []).filter((part) => !words.some((text) => text.includes(part)));
  expect(missing).toEqual([]);
});

test.each(Object.entries(literals))('%s is written with care', (_, page) => {
  expect(wordsOf(page.content).flatMap(faultsOf)).toEqual([]);
});

describe('figures, prices and lists of the specification', () => {
  test('the counters of the home page', () => {
    expect(home.figures.items.map(({ value, suffix }) => `${value}${suffix}`)).toEqual([
      '117',
      '93%',
      '6',
      '12',
      '87%',
    ]);
    expect(home.steps.items).toHaveLength(6);
  });

  test('six board members, four university partners, three testimonials', () => {
    expect(about.values.list).toHaveLength(5);
    expect(about.board.members).toHaveLength(6);
    expect(about.partners.list).toHaveLength(4);
    expect(forum.testimonials.list).toHaveLength(3);
    expect(forum.schedule.days).toHaveLength(3);
    expect(forum.eligibility.list).toHaveLength(5);
  });

  test('the prices of the store', () => {
    expect(store.collections.items).toHaveLength(4);
    expect(store.products.items.map(({ price }) => price)).toEqual([
      '$22',
      '$16',
      '$5',
      '$12',
      '$18',
      '$22',
    ]);
  });

  test('the presets and shares of donations', () => {
    const { oneTime, monthly } = donate.plans;
    expect(oneTime.presets.map(({ amount }) => amount)).toEqual(['$25', '$50', '$100', '$250']);
    expect(monthly.presets.map(({ amount }) => amount)).toEqual(['$10', '$25', '$50']);
    expect(donate.uses.shares.map(({ percent }) => percent)).toEqual([54, 32, 14]);
  });

  test('the options of the lists', () => {
    expect(reports.topics).toEqual([
      'Behavior',
      'Equity',
      'Technology',
      'Retention',
      'Communication',
      'Funding',
    ]);
    expect(reports.years).toEqual(['2024', '2023', '2022']);
    expect(directory.states).toEqual([
      'Texas',
      'California',
      'Florida',
      'Ohio',
      'Arizona',
      'Virginia',
    ]);
    expect(directory.grades).toEqual(['Elementary', 'Middle School', 'High School']);
    expect(directory.subjects).toEqual([
      'English',
      'Mathematics',
      'Science',
      'History',
      'Spanish',
      'Physical Education',
    ]);
    expect(directory.forumYears).toEqual(['2024', '2025']);
    expect(contact.contactForm.subjects.map(({ value }) => value)).toEqual([
      'forum-application',
      'university-partnerships',
      'media-request',
      'press-speaking',
      'general-question',
    ]);
    expect(blogCategories.map(({ label }) => label)).toEqual([
      'All Posts',
      'Forum Highlights',
      'Research Reports',
      'Teacher Spotlights',
      'Policy Updates',
    ]);
    expect(blog.tags.labels).toHaveLength(9);
  });

  test('the questions stand in groups of four to six', () => {
    expect(faq.faqGroups.map(({ title }) => title)).toEqual([
      'General Questions',
      'The Educators Forum',
      'Donations & Support',
      'Technical & Privacy',
    ]);
    for (const { items } of faq.faqGroups) {
      expect(items.length).toBeGreaterThanOrEqual(4);
      expect(items.length).toBeLessThanOrEqual(6);
    }
  });
});

describe('sample data covers the lists', () => {
  const all = <T>(list: readonly T[], option: (item: T) => string) => new Set(list.map(option));

  test('reports over all topics and years', () => {
    expect(reports.reports.length).toBeGreaterThanOrEqual(8);
    expect(all(reports.reports, ({ topic }) => topic)).toEqual(new Set(reports.topics));
    expect(all(reports.reports, ({ year }) => year)).toEqual(new Set(reports.years));
    expect(all(reports.reports, ({ id }) => id).size).toBe(reports.reports.length);
  });

  test('twelve teachers over all states, grades, subjects and years', () => {
    expect(teachers).toHaveLength(12);
    expect(all(teachers, ({ state }) => state)).toEqual(new Set(directory.states));
    expect(all(teachers, ({ subject }) => subject)).toEqual(new Set(directory.subjects));
    for (const grade of directory.grades)
      expect(teachers.some((teacher) => teacher.grade.includes(grade))).toBe(true);
    for (const year of directory.forumYears)
      expect(teachers.some((teacher) => teacher.forum.includes(year))).toBe(true);
    expect(Object.keys(spotlight.questions)).toEqual(['keepGoing', 'changeEducation', 'whyForum']);
  });

  test('nine posts over all categories, and a featured story', () => {
    expect(blogPosts).toHaveLength(9);
    const categories = blogCategories.map(({ label }) => label).slice(1);
    expect(all(blogPosts, ({ category }) => category)).toEqual(new Set(categories));
    const dates = [featuredPost, ...blogPosts].map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });
});
