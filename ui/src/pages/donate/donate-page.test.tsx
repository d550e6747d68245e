/** Tests the fixed texts of the donate page: tabs, presets, amounts, percentages, and buttons that do nothing. */
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { capitalised } from '../../../test/specification/content-words';
import { gifts } from '../../../test/specification/lists';
import * as specified from '../../../test/specification/public-screens';
import { mailboxes } from '../../content/site/mailboxes';
import { organisation } from '../../content/site/organisation';
import { DonatePage } from './donate-page';

const page = () => {
  const router = createMemoryRouter([{ path: '*', Component: DonatePage }], {
    initialEntries: ['/donate'],
  });
  const element = (
    <main>
      <RouterProvider router={router} />
    </main>
  );
  return { router, element };
};

let router: ReturnType<typeof page>['router'];
afterEach(() => vi.restoreAllMocks());
beforeEach(() => {
  const opened = page();
  router = opened.router;
  render(opened.element);
});

const names = specified.donate.tabs;
const panel = (name: string) => screen.getByRole('tabpanel', { name });
const openPanel = () =>
  screen.getAllByRole('tabpanel').filter((element) => element.dataset['state'] === 'open');
const expectOpen = (name: string) => {
  expect(openPanel()).toEqual([panel(name)]);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(name);
};

describe('tabs', () => {
  test('number four, and the first is open', () => {
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(names);
    expectOpen('One-Time Gift');
  });

  test.each(names)('a click opens %s', async (name) => {
    await userEvent.click(screen.getByRole('tab', { name }));
    expectOpen(name);
  });

  test('arrow keys wrap around, Home and End go to the first and last tab, and Tab stops once', async () => {
    const user = userEvent.setup();
    screen.getByRole('tab', { name: 'One-Time Gift' }).focus();
    for (const [key, name] of [
      ['{ArrowLeft}', 'Sponsor a Full Forum'],
      ['{ArrowRight}', 'One-Time Gift'],
      ['{ArrowRight}', 'Monthly Supporter'],
      ['{End}', 'Sponsor a Full Forum'],
      ['{Home}', 'One-Time Gift'],
    ] as const) {
      await user.keyboard(key);
      expectOpen(name);
      expect(document.activeElement?.textContent).toBe(name);
      expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual(
        names.map((each) => (each === name ? 0 : -1)),
      );
    }
  });

  test('are all in the prerendered HTML', () => {
    const text = renderToString(page().element);
    for (const sum of [...gifts.oneTime, ...gifts.monthly, gifts.teacher, gifts.forum])
      expect(text).toContain(sum);
  });
});

describe('the plans', () => {
  const presets = (name: string) =>
    within(within(panel(name)).getByRole('group'))
      .getAllByRole('radio')
      .map((radio) => /^\$\d+( ?per month)?/.exec(radio.closest('label')?.textContent ?? '')?.[0]);
  const choose = (name: string, amount: string) =>
    userEvent.click(
      within(panel(name)).getByRole('radio', { name: new RegExp(`^\\${amount}\\b`) }),
    );
  const printing = { name: 'Print a form for your check' };
  const action = (name: string) => within(panel(name)).getAllByRole('button')[0]?.textContent;

  test('One-Time Gift has the four presets and a custom amount', async () => {
    expect(presets('One-Time Gift')).toEqual(gifts.oneTime);
    const amount = screen.getByRole<HTMLInputElement>('textbox', { name: 'Custom amount' });
    expect(amount.inputMode).toBe('decimal');
    expect(action('One-Time Gift')).toBe('Donate $50');
    await choose('One-Time Gift', '$250');
    expect(action('One-Time Gift')).toBe('Donate $250');
    await userEvent.type(amount, '75.5{Enter}');
    expect(amount.value).toBe('75.5');
    expect(action('One-Time Gift')).toBe('Donate $75.50');
    expect(screen.queryByRole('radio', { name: /^\$250/, checked: true })).toBeNull();
    await userEvent.clear(amount);
    expect(action('One-Time Gift')).toBe('Donate Now');
    await choose('One-Time Gift', '$25');
    expect(action('One-Time Gift')).toBe('Donate $25');
  });

  test('an invalid custom amount shows an error on Enter and is not printed', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue();
    const amount = screen.getByRole('textbox', { name: 'Custom amount' });
    await userEvent.type(amount, '-5{Enter}');
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(within(panel('One-Time Gift')).getByRole('button', printing));
    expect(print).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(amount);
  });

  test('an invalid custom amount shows an error on blur, until it is corrected', async () => {
    const amount = screen.getByRole('textbox', { name: 'Custom amount' });
    const error = () => within(panel('One-Time Gift')).queryByText(/^Enter an amount/);
    await userEvent.type(amount, 'fifty');
    expect(error()).toBeNull();
    await userEvent.tab();
    expect(error()).toBeTruthy();
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    expect(amount.getAttribute('aria-describedby')).toContain('-error');
    await expectAccessible();
    await userEvent.clear(amount);
    await userEvent.type(amount, '50');
    expect(error()).toBeNull();
    await userEvent.clear(amount);
    await userEvent.tab();
    expect(error()).toBeNull();
  });

  test('the way to donate today is directly above the buttons and links to the mailing address', () => {
    for (const name of names) {
      const [inert, print] = within(panel(name)).getAllByRole('button');
      const line = within(panel(name)).getByText(/^Online giving opens soon/);
      expect(line.nextElementSibling).toBe(inert);
      expect(inert?.nextElementSibling).toBe(print);
    }
    const address = document.getElementById('mailing-address');
    expect(address?.textContent).toContain('Mailing address');
  });

  test('Monthly Supporter has the three presets, and the button names the chosen amount', async () => {
    expect(presets('Monthly Supporter')).toEqual(
      gifts.monthly.map((amount) => `${amount} ${gifts.perMonth}`),
    );
    await choose('Monthly Supporter', '$10');
    expect(action('Monthly Supporter')).toBe('Give $10 a Month');
  });

  test('Sponsor a Teacher has the amount for travel, stipend and materials', () => {
    const teacher = within(panel('Sponsor a Teacher'));
    expect(teacher.getByText(gifts.teacher)).toBeTruthy();
    const covered = teacher.getAllByRole('listitem');
    expect(covered.map((item) => item.querySelector('strong')?.textContent)).toEqual(
      gifts.teacherCovers.map(capitalised),
    );
  });

  test('Sponsor a Full Forum has the range of amounts', () => {
    const forum = within(panel('Sponsor a Full Forum'));
    expect(forum.getByText(gifts.forum)).toBeTruthy();
    expect(forum.getByText(gifts.forumNote)).toBeTruthy();
  });

  test.each([
    ['One-Time Gift', 'One-Time Gift', '$50'],
    ['Monthly Supporter', 'Monthly Supporter, $25 per month', ''],
    ['Sponsor a Teacher', 'Sponsor a Teacher', '$350'],
    ['Sponsor a Full Forum', 'Sponsor a Full Forum, $7,000 to $12,000 depending on location', ''],
  ])('%s prints a form for a check, which the next act removes', async (name, gift, amount) => {
    const sheet = () => document.querySelector<HTMLElement>('[data-print-sheet]');
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      const form = within(sheet() as HTMLElement);
      expect(form.getByText('Your gift').nextSibling?.textContent).toBe(gift);
      expect(form.getByText('Amount of the check').nextSibling?.textContent).toBe(amount);
      for (const line of organisation.address) form.getByText(line);
    });
    await userEvent.click(within(panel(name)).getByRole('button', printing));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    await userEvent.keyboard('{Control}');
    expect(sheet()).toBeNull();
  });

  test('the other buttons have no effect', () => {
    const before = document.body.innerHTML;
    const buttons = screen
      .getAllByRole('button')
      .filter((button) => button.textContent !== printing.name);
    expect(buttons).toHaveLength(4);
    for (const button of buttons) fireEvent.click(button);
    expect(document.body.innerHTML).toBe(before);
    expect(router.state.location.pathname).toBe('/donate');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(new Set(links)).toEqual(
      new Set([`mailto:${mailboxes.giving}`, '/donate#mailing-address']),
    );
  });
});

test('the uses of a donation are shown as text and as a proportional figure', () => {
  const uses = screen.getByRole('region', { name: specified.donate.uses });
  expect(within(uses).getByText(`${gifts.claim}.`)).toBeTruthy();
  const items = within(uses).getAllByRole('listitem');
  expect(items.map((item) => [...item.querySelectorAll('p')].map((p) => p.textContent))).toEqual(
    gifts.shares.map(([percent, use]) => [percent, capitalised(use), expect.any(String)]),
  );
  const parts = [...within(uses).getByRole('img').querySelectorAll('rect')];
  const widths = parts.map((part) => Number(part.getAttribute('width')));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  expect(widths.map((width) => Math.round((100 * width) / whole))).toEqual(
    gifts.shares.map(([percent]) => parseInt(percent, 10)),
  );
});

test('the page has tax information and two other ways to give', () => {
  const tax = screen.getByRole('region', { name: 'Nonprofit and Tax Information' });
  expect(within(tax).getAllByRole('term').length).toBeGreaterThan(3);
  const other = screen.getByRole('region', { name: specified.donate.other });
  expect(
    within(other)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.textContent),
  ).toEqual(specified.donate.otherWays);
});
