// The words of the navigation and the placeholder pages against the specification's own.
import { expect, test } from 'vitest';
import { footer, headerWords, mainMenu, utilityLinks } from './navigation';
import { organisation } from './organisation';
import { placeholderPages, placeholderText } from './placeholder-pages';
import { documentTitle, notFound, screens } from './screens';

const labels = (links: readonly { label: string }[]) => links.map((link) => link.label);

test('the placeholder pages have the titles of the specification, in its order', () => {
  expect(placeholderPages.map((page) => page.title)).toEqual([
    'Mission & Vision',
    'Core Values',
    "Founder's Message",
    'Board & Leadership',
    'University Partners',
    'How It Works',
    'Apply to Attend',
    'Host a Forum',
    'Featured Reports',
    'Reports Archive',
    'Infographic Gallery',
    'Distribution & Impact',
    'Search Teacher Profiles',
    'Teacher Spotlights',
    'Join the Directory',
    'Signature Collections',
    'Shop All Products',
    'Sponsor a Shirt',
    'Bulk & Custom Orders',
  ]);
  expect(placeholderText).toBe('Content coming soon');
});

test('each placeholder page says in a sentence what it will hold, and that it is not there yet', () => {
  for (const { description } of placeholderPages) {
    expect(description).toMatch(/^[A-Z][^.]*\b(still to come|still being \w+)\.$/);
    expect(description).toMatch(/^.{70,160}$/);
  }
});

test.each([
  [screens.home.title, 'Insights from K-12 Teachers | Educators Forum'],
  [screens.forum.title, 'The Educators Forum'],
  [screens.about.title, 'About | Educators Forum'],
  [notFound.title, '404 - Oops! Page not found | Educators Forum'],
])('the browser shows for %s the name of the site once', (title, shown) => {
  expect(documentTitle(title)).toBe(shown);
});

test('the header says what the specification says', () => {
  expect(labels(utilityLinks)).toEqual(['FAQ', 'Blog', 'Contact', 'Privacy']);
  expect(labels(mainMenu)).toEqual([
    'About',
    'The Educators Forum',
    'Reports & Insights',
    'Teacher Directory',
    'Store',
  ]);
  expect(headerWords).toMatchObject({
    donate: 'Donate',
    signIn: 'Sign In',
    signOut: 'Sign Out',
    applyForMembership: 'Apply for Membership',
    adminDashboard: 'Admin Dashboard',
    unnamedUser: 'User',
    signedInAs: 'Signed in as',
  });
});

test('each placeholder page stands in exactly one submenu', () => {
  const inMenus = mainMenu.flatMap((item) => item.submenu.map(({ page }) => page));
  expect(inMenus.toSorted()).toEqual(placeholderPages.map(({ page }) => page).toSorted());
});

test('the footer says what the specification says', () => {
  expect([footer.quickLinks.title, footer.support.title, footer.contact.title]).toEqual([
    'Quick Links',
    'Support',
    'Contact',
  ]);
  expect(labels(footer.legal)).toEqual(['Privacy Policy', 'Terms of Use']);
  expect(organisation.copyright).toContain('2024');
});

test('whoever is named for contact is plainly fictitious', () => {
  expect(organisation.contactEmail).toMatch(/\.example$/);
  expect(organisation.infoEmail).toMatch(/\.example$/);
  expect(organisation.phone).toContain('555');
  expect(organisation.address.join(' ')).toContain('Florida');
});

test('the not-found page says what the specification says', () => {
  expect(notFound.title).toBe('404 - Oops! Page not found');
});
