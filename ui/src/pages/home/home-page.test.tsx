import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import * as specified from '../../../test/specification/public-screens';
import { visitorStep } from '../../content/membership/visitor-step';
import { organisation } from '../../content/site/organisation';
import { HomePage } from './home-page';

const open = () => renderPage(HomePage, '/');
const texts = (elements: HTMLElement[]) => elements.map((element) => element.textContent);
const section = (name: string) => screen.getByRole('region', { name });

describe('the home page', () => {
  test('has every section in the fixed order', () => {
    open();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(texts(screen.getAllByRole('heading', { level: 2 }))).toEqual([
      specified.home.why,
      'From Conversation to Record',
      specified.home.figures,
      'There Is a Place for You Here',
      specified.home.newsletter,
    ]);
  });

  test('has only the fixed calls to action', () => {
    open();
    expect(texts(screen.getAllByRole('button'))).toEqual([
      specified.home.apply,
      specified.home.dates,
      'Join a Forum',
      'Subscribe',
    ]);
    // The current link for applying, and the email address that replaces the newsletter form.
    expect(texts(screen.getAllByRole('link'))).toEqual([
      specified.home.donate,
      visitorStep.link,
      visitorStep.link,
      'Support a Teacher',
      'Become a Partner',
      organisation.email,
    ]);
  });

  test('shows the forum in six steps', () => {
    open();
    const steps = section('From Conversation to Record');
    expect(within(steps).getByRole('list').tagName).toBe('OL');
    expect(texts(within(steps).getAllByRole('heading', { level: 3 }))).toEqual(
      specified.home.steps,
    );
  });

  test('shows the five figures with their labels, and the map', () => {
    open();
    const figures = section(specified.home.figures);
    const read = within(figures)
      .getAllByRole('listitem')
      .map((item) => [
        item.querySelector('.sr-only')?.textContent,
        item.lastElementChild?.textContent,
      ]);
    expect(read).toEqual(specified.home.counters);
    expect(within(figures).getByRole('img').getAttribute('alt')).toMatch(
      /^Map of the United States/,
    );
  });

  test('quotes a named participant', () => {
    open();
    const quote = within(section('From a participant'));
    expect(quote.getByRole('blockquote').textContent).toMatch(/^“.+”$/);
    expect(quote.getByText('Leila Haddad').closest('figcaption')).toBeTruthy();
  });
});

describe('the calls to action', () => {
  test.each([
    [specified.home.apply, 'Applying from this page'],
    [specified.home.dates, 'The list of upcoming seminar dates'],
    ['Join a Forum', 'Joining a forum from this page'],
  ])('%s opens the coming-soon dialog', async (name, feature) => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name }));
    const dialog = await screen.findByRole('dialog', { name: specified.comingSoon.title });
    expect(
      within(dialog).getByText(specified.comingSoon.soon.replace('{feature}', feature)),
    ).toBeTruthy();
  });

  test.each([
    [specified.home.donate, '/donate'],
    ['Support a Teacher', '/donate'],
    ['Become a Partner', '/contact'],
  ])('%s links to %s', async (name, path) => {
    const { user } = open();
    await user.click(screen.getByRole('link', { name }));
    await expectArrivalAt(path);
  });
});
