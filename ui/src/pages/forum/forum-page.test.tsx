import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPage } from '../../../test/screens/render-page';
import { capitalised } from '../../../test/specification/content-words';
import * as specified from '../../../test/specification/public-screens';
import { mailboxes } from '../../content/site/mailboxes';
import { signUpPath } from '../../content/site/pages';
import { ForumPage } from './forum-page';

beforeEach(() => void renderPage(ForumPage, '/educators-forum'));

const region = (name: string) => within(screen.getByRole('region', { name }));

const titles = (name: string) =>
  region(name)
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);

test('the three buttons are enabled and have no effect', () => {
  const buttons = screen.getAllByRole<HTMLButtonElement>('button');
  expect(buttons.map((button) => button.textContent)).toEqual([
    specified.forum.apply,
    specified.forum.host,
    'Contact Partnerships',
  ]);
  const before = document.body.innerHTML;
  for (const button of buttons) {
    expect(button.disabled).toBe(false);
    fireEvent.click(button);
  }
  expect(document.body.innerHTML).toBe(before);
  // The links next to the buttons lead to features that already work.
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(new Set(links)).toEqual(new Set([signUpPath, `mailto:${mailboxes.forums}`]));
});

test('the purposes are the fixed ones', () => {
  expect(titles('A Working Weekend, Not a Conference')).toEqual(specified.forum.purposes);
});

test('the program has three days, each with its times in order', () => {
  expect(titles('Three Days, from Friday to Sunday')).toEqual(
    specified.forum.schedule.map((day) => day.join(' ')),
  );
  const hours = [...document.querySelectorAll('ol ol')].map((day) =>
    [...day.querySelectorAll('time')].map(({ dateTime }) => dateTime),
  );
  expect(hours).toHaveLength(3);
  for (const day of hours) expect(day).toEqual(day.toSorted());
});

test('each time matches its datetime attribute', () => {
  for (const time of document.querySelectorAll('time')) {
    const [hour = 0, minute = 0] = time.dateTime.split(':').map(Number);
    const clock = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
    expect(time.textContent).toBe(clock);
  }
});

test('three teachers describe their weekend', () => {
  const voices = region('What Teachers Say Afterward').getAllByRole('figure');
  expect(voices).toHaveLength(specified.forum.testimonials);
  for (const voice of voices) expect(voice.querySelector('blockquote')?.textContent).toBeTruthy();
});

test('the terms of attendance are the fixed ones', () => {
  expect(titles('Who May Attend')).toEqual(specified.forum.eligibility.map(capitalised));
});
