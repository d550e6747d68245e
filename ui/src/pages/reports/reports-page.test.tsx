/** Tests the reports page: its fixed texts, the library's filters in the URL, accessibility. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { prerender, renderPage } from '../../../test/screens/render-page';
import { options, statistics } from '../../../test/specification/lists';
import * as specified from '../../../test/specification/public-screens';
import { reports } from '../../content/publications/report-list';
import { reportPageOf } from './report-page';
import { ReportsPage } from './reports-page';

const Page = () => <ReportsPage title="Reports & Insights" />;
const open = (query = '') => renderPage(Page, '/reports', `/reports${query}`);

const count = () => screen.getByText(/^Showing/, { selector: '[role=status]' });
const status = () => count().textContent;
const choose = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const choices = (name: string) => [...choose(name).options].map(({ value }) => value);
const shown = () =>
  screen
    .getAllByRole('article')
    .map((card) => within(card).getByRole('heading', { level: 3 }).textContent);

describe('the fixed content', () => {
  test('includes the featured report', () => {
    open();
    const featured = screen.getByRole('region', { name: specified.reports.featured });
    for (const phrase of specified.reports.phrases) expect(featured.textContent).toContain(phrase);
    expect(within(within(featured).getByRole('list')).getAllByRole('listitem')).toHaveLength(5);
    expect(within(featured).getByRole('button', { name: specified.reports.download })).toBeTruthy();
  });

  test('includes the option lists, with all selected', () => {
    open();
    expect(choices('Topic')).toEqual([options.all, ...options.reportTopics]);
    expect(choices('Year')).toEqual([options.all, ...options.reportYears]);
    expect([choose('Topic').value, choose('Year').value]).toEqual(['all', 'all']);
  });

  test('includes the trends with the fixed figures, and two buttons', () => {
    open();
    const trends = screen.getByRole('region', { name: 'What We Hear Again and Again' });
    for (const phrase of statistics) expect(trends.textContent).toContain(phrase);
    expect(within(trends).getAllByRole('listitem')).toHaveLength(6);
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      specified.reports.download,
      'Filter (0)', // on a phone
      ...specified.reports.buttons,
    ]);
  });
});

test('available and upcoming reports are distinguished, and the six briefs are named', () => {
  open();
  const [first] = screen.getAllByRole('article');
  expect(first?.textContent).toContain('Read it here now; PDF and Audio coming soon.');
  expect(screen.getByText(/^The PDF is coming/)).toBeTruthy();
  const region = within(screen.getByRole('region', { name: 'From the Forum to the Decision' }));
  expect(region.getAllByRole('listitem')).toHaveLength(6);
  expect(region.getByText(/^The list is still to come/)).toBeTruthy();
  expect(region.getByText(/^To ask for a presentation today/)).toBeTruthy();
});

describe('the library', () => {
  test('has every report with its cover in the prerendered HTML', () => {
    const html = prerender(Page, '/reports');
    for (const { title } of reports) {
      expect(html).toContain(`Cover of the report “${title}”`);
    }
    expect(html).not.toContain('style=');
    open();
    expect(status()).toBe('Showing 10 of 10 reports');
    expect(shown()).toEqual(reports.map(({ title }) => title));
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  test('combines the topic and year filters and stores both in the URL', async () => {
    const { user, router } = open();
    await user.selectOptions(choose('Topic'), 'Technology');
    expect(status()).toBe('Showing 2 of 10 reports');
    await user.selectOptions(choose('Year'), '2024');
    expect(shown()).toEqual(['Screens with a Purpose']);
    expect(status()).toBe('Showing 1 of 10 reports');
    expect(router.state.location.search).toBe('?topic=Technology&year=2024');
    await expectAccessible();
  });

  test('a URL sets the filters, and unknown values select all', () => {
    open('?topic=Equity&year=1999');
    expect(shown()).toEqual(['Doors That Open for All', 'The Long Bus Ride']);
    expect([choose('Topic').value, choose('Year').value]).toEqual(['Equity', 'all']);
  });

  test('shows a message if nothing matches, and Clear filters focuses the count', async () => {
    const { user, router } = open('?topic=Funding&year=2022');
    expect(status()).toBe('Showing 0 of 10 reports');
    expect(screen.getByText('No report on that topic in that year')).toBeTruthy();
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(shown()).toHaveLength(10);
    expect(router.state.location.search).toBe('');
    expect(document.activeElement).toBe(count());
  });
});

test('a report has its contents, a citation with its URL and a button that prints it', async () => {
  document.documentElement.dataset['origin'] = 'https://forum.example';
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const { user } = renderPage(await reportPageOf('calm-classrooms'), '/reports/calm-classrooms');
  const contents = within(screen.getByRole('navigation', { name: 'In this report' }));
  const targets = contents.getAllByRole('link').map((link) => link.getAttribute('href'));
  const parts = within(screen.getAllByRole('article')[0]!).getAllByRole('heading', { level: 2 });
  expect(targets).toEqual(parts.map(({ id }) => `#${id}`));
  expect(new Set(targets).size).toBe(targets.length);
  expect(
    screen.getByText(
      /^Educators Forum \(\d{4}\)\. .+ https:\/\/forum\.example\/reports\/calm-classrooms$/,
    ),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Print or save as PDF' }));
  expect(print).toHaveBeenCalledOnce();
});
