import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPage } from '../../../test/screens/render-page';
import * as specified from '../../../test/specification/public-screens';
import { AboutPage } from './about-page';

beforeEach(() => void renderPage(AboutPage, '/about'));

/** The titles of a section's entries, in order. */
function entriesOf(section: string): (string | null)[] {
  const entries = within(screen.getByRole('region', { name: section }));
  return entries.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
}

test('the page starts with the heading, the mission and the founder’s letter', () => {
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('About the Educators Forum');
  const sections = screen
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);
  expect(sections.slice(0, 2)).toEqual(['Our Mission', 'Founder’s Message']);
  const letter = within(screen.getByRole('figure'));
  expect(letter.getByText('Eleanor Whitfield').closest('figcaption')?.textContent).toContain(
    'Founder',
  );
});

test('the five values are in their fixed order', () => {
  expect(entriesOf('What We Hold To')).toEqual(specified.about.values);
});

test('each of the six board members has an office, a picture and a biography', () => {
  const board = screen.getByRole('region', { name: 'Accountable for Our Work' });
  const members = within(board).getAllByRole('listitem');
  expect(members).toHaveLength(specified.about.boardMembers);
  expect(new Set(members.map((member) => member.querySelector('img')?.src)).size).toBe(6);
  expect(
    members.map((member) => within(member).getAllByText(/./, { selector: 'h3 + p' }).length),
  ).toEqual([1, 1, 1, 1, 1, 1]);
});

test('four universities are shown with their crests', () => {
  const names = entriesOf('The Campuses That Open Their Doors');
  expect(names).toHaveLength(specified.about.universityPartners);
  for (const name of names)
    expect(screen.getByRole('img', { name: `Crest of ${name}` })).toBeTruthy();
});

test('the only link leads to the reports', () => {
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/reports']);
  expect(screen.queryAllByRole('button')).toEqual([]);
});
