/** Tests the teacher directory: its fixed texts, search and filters in the URL, the spotlight, accessibility. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { prerender, renderPage } from '../../../test/screens/render-page';
import { options } from '../../../test/specification/lists';
import * as specified from '../../../test/specification/public-screens';
import { spotlight } from '../../content/marketing/spotlight';
import { teachers } from '../../content/marketing/teachers';
import { DirectoryPage } from './directory-page';

const Page = () => <DirectoryPage title="Teacher Directory" />;
const open = (query = '') => renderPage(Page, '/teachers', `/teachers${query}`);

const count = () => screen.getByText(/^Showing/, { selector: '[role=status]' });
const status = () => count().textContent;
const searchBox = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
const choose = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const choices = (name: string) => [...choose(name).options].map(({ value }) => value);
const shown = () =>
  screen
    .getAllByRole('article')
    .map((card) => within(card).getByRole('heading', { level: 3 }).textContent);

describe('the fixed content', () => {
  test('has the option lists, each of which starts with the option for all', () => {
    open();
    const { all } = options;
    expect(choices('State')).toEqual([all, ...options.states]);
    expect(choices('Grade')).toEqual([all, ...options.grades]);
    expect(choices('Subject')).toEqual([all, ...options.subjects]);
    expect(choices('Year')).toEqual([all, ...options.directoryYears]);
    for (const name of ['State', 'Grade', 'Subject', 'Year']) expect(choose(name).value).toBe(all);
  });

  test('has the privacy notice, the nomination and no other buttons', () => {
    open();
    for (const phrase of specified.directory.phrases)
      expect(screen.getByText(new RegExp(phrase, 'i'), { selector: 'p, button' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Nominate a Teacher' })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^LinkedIn/ })).toHaveLength(teachers.length);
    // On a phone, buttons expand each card and the filters.
    expect(screen.getAllByRole('button', { name: /^More about/ })).toHaveLength(teachers.length);
    expect(screen.getByRole('button', { name: 'Filter (0)' })).toBeTruthy();
    expect(screen.getAllByRole('button')).toHaveLength(2 * teachers.length + 2);
  });

  test('has the spotlight with a date, three questions and the facts from the directory', () => {
    open();
    const region = screen.getByRole('region', { name: 'Angela Brooks' });
    const inRegion = within(region);
    expect(inRegion.getByRole('img', { name: 'Portrait of Angela Brooks' })).toBeTruthy();
    expect(inRegion.getAllByRole('term')).toHaveLength(3);
    expect(inRegion.getAllByRole('definition')).toHaveLength(3);
    expect(inRegion.getByText('A day in her life')).toBeTruthy();
    const { name, image, state, grade, subject, yearsTeaching } = spotlight;
    expect(teachers).toContainEqual(
      expect.objectContaining({ name, image, state, grade, subject, yearsTeaching }),
    );
  });
});

describe('search and filters', () => {
  test('show all teachers initially', () => {
    const html = prerender(Page, '/teachers');
    for (const { name } of teachers) expect(html).toContain(name);
    expect(html).not.toContain('style=');
    open();
    expect(status()).toBe('Showing 12 of 12 teachers');
    expect(shown()).toEqual(teachers.map(({ name }) => name));
  });

  test('can be combined and are stored in the URL', async () => {
    const { user, router } = open();
    await user.selectOptions(choose('State'), 'Texas');
    expect(status()).toBe('Showing 2 of 12 teachers');
    await user.selectOptions(choose('Grade'), 'High School');
    expect(shown()).toEqual(['Devon Carter']);
    await user.selectOptions(choose('Subject'), 'Physical Education');
    await user.selectOptions(choose('Year'), '2025');
    await user.type(searchBox(), 'DEVON');
    await waitFor(() =>
      expect(router.state.location.search).toBe(
        '?state=Texas&grade=High+School&subject=Physical+Education&year=2025&q=DEVON',
      ),
    );
    expect(status()).toBe('Showing 1 of 12 teachers');
    await expectAccessible();
  });

  test('the search matches name, state and subject in any case, and keeps the typed text', async () => {
    const { user } = open();
    await user.type(searchBox(), 'ohio ');
    await waitFor(() => expect(shown()).toEqual(['William Hayes', 'Katherine Novak']));
    expect(searchBox().value).toBe('ohio ');
    await user.clear(searchBox());
    await waitFor(() => expect(status()).toBe('Showing 12 of 12 teachers'));
    await user.type(searchBox(), 'spanish');
    await waitFor(() => expect(shown()).toEqual(['Maria Alvarez', 'Denise Fairfax']));
  });

  test('a URL sets the filters, and Clear filters also empties the search box', async () => {
    const { user, router } = open('?q=brooks&state=Ohio&year=1999');
    expect(searchBox().value).toBe('brooks');
    expect([choose('State').value, choose('Year').value]).toEqual(['Ohio', 'all']);
    expect(status()).toBe('Showing 0 of 12 teachers');
    expect(screen.getByText('No teachers match these filters')).toBeTruthy();
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(status()).toBe('Showing 12 of 12 teachers');
    expect(router.state.location.search).toBe('');
    expect(searchBox().value).toBe('');
    expect(document.activeElement).toBe(count());
  });
});
