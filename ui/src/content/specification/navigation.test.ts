import { expect, test } from 'vitest';
import * as specified from '../../../test/specification/public-screens';
import { headerWords, mainMenu, utilityLinks } from '../site/navigation';
import { organisation } from '../site/organisation';
import { descriptions, pages, placeholderPages } from '../site/pages';
import { documentTitle, notFound, placeholderText } from '../site/screens';

const labels = (links: readonly { label: string }[]) => links.map((link) => link.label);

test('the placeholder pages have their fixed titles and order', () => {
  const titles = Object.values(specified.placeholders).flat();
  expect(placeholderPages.map((name) => pages[name].title)).toEqual(titles);
  expect(placeholderText).toBe(specified.placeholderText);
});

test('the description of each placeholder page is a sentence about its future content', () => {
  for (const name of placeholderPages) {
    const description = new Map(Object.entries(descriptions)).get(name);
    expect(description).toMatch(/^[A-Z][^.]*\b(still to come|still being \w+)\.$/);
    expect(description).toMatch(/^.{70,160}$/);
  }
});

test.each([
  [pages.home.title, 'The Educators Forum: Funded Weekends for K-12 Teachers'],
  [pages.forum.title, 'The Educators Forum'],
  [pages.about.title, 'About | Educators Forum'],
  [notFound.title, '404 - Oops! Page not found | Educators Forum'],
])('the document title of %s has the name of the site once', (title, shown) => {
  expect(documentTitle(title)).toBe(shown);
});

test('the header has its fixed texts', () => {
  const { navigation } = specified;
  expect(labels(utilityLinks)).toEqual(navigation.utility);
  expect(labels(mainMenu)).toEqual(navigation.main);
  const { applyForMembership, adminDashboard, signOut, ...words } = headerWords;
  expect([applyForMembership, adminDashboard, signOut]).toEqual(navigation.userMenu);
  const { donate, signIn, unnamedUser, signedInAs } = navigation;
  expect(words).toMatchObject({ donate, signIn, unnamedUser, signedInAs });
});

test('the submenus link to the placeholder pages in their fixed order', () => {
  const inMenus = mainMenu.map(({ label, submenu }) => [label, labels(submenu)]);
  expect(inMenus).toEqual(Object.entries(specified.placeholders));
  const linked = mainMenu.flatMap(({ submenu }) => submenu.map(({ page }) => page));
  expect(linked).toEqual(placeholderPages);
});

test('the contact data is fictitious', () => {
  expect(organisation.email).toMatch(/\.example$/);
  expect(organisation.phone).toContain('555');
  expect(organisation.address.join(' ')).toContain('Florida');
});
