import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { prerender, renderPage } from '../../../test/screens/render-page';
import { plain } from '../../../test/specification/content-words';
import { faqFacts, gifts } from '../../../test/specification/lists';
import * as specified from '../../../test/specification/public-screens';
import { namedPages } from '../../content/marketing/faq';
import { faqGroups } from '../../content/marketing/faq-groups';
import { FaqPage } from './faq-page';

const open = (at?: string) => renderPage(FaqPage, '/faq', at).router;

function item(id: string): HTMLDetailsElement {
  const found = document.getElementById(id);
  if (!(found instanceof HTMLDetailsElement)) throw new Error(`no item ${id}`);
  return found;
}

const openIds = () => [...document.querySelectorAll('details[open]')].map(({ id }) => id);

test('the questions are in four fixed groups of four to six questions', () => {
  open();
  expect(
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
  ).toEqual([...specified.faq.groups, 'Still Have a Question?']);
  for (const { title, items } of faqGroups) {
    const group = screen.getByRole('region', { name: title });
    const questions = within(group).getAllByRole('heading', { level: 3 });
    expect(questions.map((heading) => heading.textContent)).toEqual(
      items.map(({ question }) => question),
    );
    expect(questions.length).toBeGreaterThanOrEqual(4);
    expect(questions.length).toBeLessThanOrEqual(6);
  }
});

test('the fixed facts are among the answers', () => {
  open();
  for (const fact of faqFacts)
    expect(plain(item('what-does-it-cost').textContent)).toContain(plain(fact));
  expect(item('who-may-apply').textContent).toContain('Only current K-12 teachers may apply.');
  const donations = item('where-donations-go').textContent;
  for (const fact of [gifts.claim, ...gifts.shares.map((share) => share.join(' '))])
    expect(donations).toContain(fact);
  expect(item('sponsor-a-teacher').textContent).toMatch(/\$350.*\$7,000 to \$12,000/);
});

test('Contact Us leads to the contact page', () => {
  open();
  expect(screen.getByRole('link', { name: specified.faq.contact }).getAttribute('href')).toBe(
    '/contact',
  );
});

test('a page name in an answer links to the page', () => {
  open();
  const links = (id: string) =>
    [...item(id).querySelectorAll('p a')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
  expect(links('who-is-behind-it')).toEqual([['About page', '/about']]);
  expect(links('ways-to-give')).toEqual([
    ['Donate page', '/donate'],
    ['giving@educatorsforum.example', 'mailto:giving@educatorsforum.example'],
  ]);
  expect(links('who-sees-my-application')).toEqual([['Privacy Policy', '/privacy']]);
  const named = screen.getAllByRole('link', { hidden: true }).map((link) => link.textContent);
  for (const { name } of namedPages) expect(named).toContain(name);
});

test('several questions can be open at the same time', () => {
  open();
  for (const id of ['who-may-apply', 'am-i-listed']) {
    fireEvent.click(within(item(id)).getByRole('heading'));
  }
  expect(openIds()).toEqual(['who-may-apply', 'am-i-listed']);
});

test('a URL with a question opens that question and moves the focus to it', () => {
  // jsdom does not focus a summary.
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  open('/faq#who-may-apply');
  expect(openIds()).toEqual(['who-may-apply']);
  expect(focus.mock.contexts).toEqual([item('who-may-apply').querySelector('summary')]);
});

test('a URL with an unknown question opens no question', () => {
  open('/faq#no-such-thing');
  expect(openIds()).toEqual([]);
});

test('each question has a link to itself', async () => {
  const router = open();
  const links = screen.getAllByRole('link', { name: /^Link to: /, hidden: true });
  const ids = faqGroups.flatMap(({ items }) => items.map(({ id }): string => id));
  expect(links).toHaveLength(ids.length);
  expect(new Set(ids).size).toBe(ids.length);
  await act(() => router.navigate('/faq#am-i-listed'));
  expect(router.state.location.hash).toBe('#am-i-listed');
  expect(openIds()).toEqual(['am-i-listed']);
});

test('a topic moves the focus to its heading', async () => {
  const router = open();
  await act(() => router.navigate('/faq#donations-and-support'));
  expect(document.activeElement?.textContent).toBe('Donations & Support');
});

test('without JavaScript every answer is in the page', () => {
  const html = prerender(FaqPage, '/faq');
  expect(html).toContain('Forums are free to attend, with stipends, meals and lodging');
  expect(html).not.toMatch(/\shidden/);
  expect(html).not.toContain('style=');
});
