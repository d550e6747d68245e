import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { withSite } from '../../../test/browser/site';
import { button, field, renderPage } from '../../../test/screens/render-page';
import { WaysToGive } from './ways-to-give';

withSite();

const open = () => renderPage(WaysToGive, '/donate');
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the giving button leads to the provider with the chosen amount', () => {
  test.each([
    ['75.5', 'Donate $75.50', '75.50'],
    [' $1,250 ', 'Donate $1,250', '1250'],
  ])('after typing %j', async (typed, name, amount) => {
    const { user } = open();
    await user.type(field('Custom amount'), typed);
    expect(linkTo(name)).toBe(`https://give.example/once?amount=${amount}`);
  });

  test('for each kind of gift', async () => {
    const { user } = open();
    await user.click(screen.getByLabelText(/^\$100/));
    expect(linkTo('Donate $100')).toBe('https://give.example/once?amount=100');
    for (const [tab, name, target] of [
      ['Monthly Supporter', 'Give $25 a Month', 'monthly?amount=25'],
      ['Sponsor a Teacher', 'Sponsor a Teacher', 'teacher?amount=350'],
      ['Sponsor a Full Forum', 'Sponsor a Full Forum', 'forum?amount=7000'],
    ] as const) {
      await user.click(screen.getByRole('tab', { name: tab }));
      const panel = within(screen.getByRole('tabpanel', { name: tab }));
      const link = panel.getByRole('link', { name });
      expect(link.getAttribute('href')).toBe(`https://give.example/${target}`);
    }
  });
});

test.each(['', '12,50', '0'])('the custom amount %j is refused at its field', async (typed) => {
  const { user } = open();
  const custom = field('Custom amount');
  await user.type(custom, `1{Backspace}${typed}`);
  expect(screen.queryByRole('link', { name: /^Donate/ })).toBeNull();
  await user.click(button('Donate Now'));
  expect(document.activeElement).toBe(custom);
  expect(custom.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/^Enter an amount in dollars/)).toBeTruthy();
});
