import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/axe';
import { expectArrivalAt, renderPage } from '../../../test/msw-screen';
import { HomePage } from './home-page';

const open = () => renderPage(HomePage, '/');
const texts = (elements: HTMLElement[]) => elements.map((element) => element.textContent);
const section = (name: string) => screen.getByRole('region', { name });

describe('the home page', () => {
  test('has every section of the specification, in its order', async () => {
    open();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(texts(screen.getAllByRole('heading', { level: 2 }))).toEqual([
      'Why We Exist',
      'From a Conversation to the Record',
      'Our First Year in Numbers',
      'There Is a Place for You Here',
      'Stay Connected',
    ]);
    await expectAccessible();
  });

  test('has no calls to action but those of the specification', () => {
    open();
    expect(texts(screen.getAllByRole('button'))).toEqual([
      'Apply to Join the Educators Forum',
      'See Upcoming Seminar Dates',
      'Join a Forum',
      'Subscribe',
    ]);
    expect(texts(screen.getAllByRole('link'))).toEqual([
      'Donate to Support a Teacher',
      'Support a Teacher',
      'Become a Partner',
    ]);
  });

  test('shows the forum in six steps', () => {
    open();
    const steps = section('From a Conversation to the Record');
    expect(within(steps).getByRole('list').tagName).toBe('OL');
    expect(texts(within(steps).getAllByRole('heading', { level: 3 }))).toEqual([
      'Arrival & Welcome',
      'Guided Group Dialogues',
      'Curriculum & Policy Labs',
      'Meals + Stipend Provided',
      'Final Report Generation',
      'National Data Collection',
    ]);
  });

  test('gives the five figures with their words, and the map', () => {
    open();
    const figures = section('Our First Year in Numbers');
    const read = within(figures)
      .getAllByRole('listitem')
      .map((item) => [
        item.querySelector('.sr-only')?.textContent,
        item.lastElementChild?.textContent,
      ]);
    expect(read).toEqual([
      ['117', 'school districts represented'],
      ['93%', 'of teachers felt heard'],
      ['6', 'published policy briefs'],
      ['12', 'university partners'],
      ['87%', 'of attendees offered new classroom strategies'],
    ]);
    expect(within(figures).getByRole('img').getAttribute('alt')).toMatch(
      /^Map of the United States/,
    );
  });

  test('quotes a participant, by name', () => {
    open();
    const quote = within(section('From a participant'));
    expect(quote.getByRole('blockquote').textContent).toMatch(/^“.+”$/);
    expect(quote.getByText('Leila Haddad').closest('figcaption')).toBeTruthy();
  });
});

describe('where its buttons lead', () => {
  test.each([
    ['Apply to Join the Educators Forum', 'The application to join the Educators Forum'],
    ['See Upcoming Seminar Dates', 'The list of upcoming seminar dates'],
    ['Join a Forum', 'Joining a forum'],
  ])('%s opens the coming-soon dialog', async (name, feature) => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name }));
    const dialog = await screen.findByRole('dialog', { name: 'Feature Coming Soon' });
    expect(within(dialog).getByText(`${feature} will be available soon.`)).toBeTruthy();
  });

  test.each([
    ['Donate to Support a Teacher', '/donate'],
    ['Support a Teacher', '/donate'],
    ['Become a Partner', '/contact'],
  ])('%s goes to %s', async (name, path) => {
    const { user } = open();
    await user.click(screen.getByRole('link', { name }));
    await expectArrivalAt(path);
  });
});
