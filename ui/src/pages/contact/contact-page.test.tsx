import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/axe';
import { ContactPage } from './contact-page';

beforeEach(() => {
  render(
    <main>
      <ContactPage />
    </main>,
    { wrapper: MemoryRouter },
  );
});

test('the form has the fields of the specification, in its order, four of them required', async () => {
  const controls = [...document.querySelectorAll<HTMLInputElement>('form [name]')];
  expect(controls.map(({ name }) => name)).toEqual([
    'fullName',
    'email',
    'phone',
    'subject',
    'message',
    'isTeacher',
  ]);
  const names = [
    'Full Name',
    'Email Address',
    'Phone Number',
    'Subject',
    'Message',
    'I am a current or former classroom teacher',
  ];
  expect(names.map((name) => screen.getByLabelText(name))).toEqual(controls);
  expect(controls.filter(({ required }) => required).map(({ name }) => name)).toEqual([
    'fullName',
    'email',
    'subject',
    'message',
  ]);
  await expectAccessible();
});

test('the subjects are those of the specification', () => {
  const options = within(screen.getByLabelText('Subject')).getAllByRole<HTMLOptionElement>(
    'option',
  );
  expect(options.map(({ value }) => value)).toEqual([
    '',
    'forum-application',
    'university-partnerships',
    'media-request',
    'press-speaking',
    'general-question',
  ]);
});

test('the departments are listed with an address each', () => {
  const list = within(screen.getByRole('region', { name: 'Write to a Department' }));
  expect(list.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'General',
    'Media & Press',
    'Forum Coordination',
    'Donations & Fundraising',
    'Merchandise',
  ]);
  const addresses = list.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(new Set(addresses).size).toBe(5);
  for (const address of addresses)
    expect(address).toMatch(/^mailto:[a-z]+@educatorsforum\.example$/);
});

test('phone, office and social media are named', () => {
  const ways = within(screen.getByRole('region', { name: 'Other Ways to Reach Us' }));
  expect(ways.getByRole('link').getAttribute('href')).toMatch(/^tel:\+1555/);
  expect(ways.getByText('Mon–Fri 9AM–5PM EST')).toBeTruthy();
  expect(ways.getByText(/Florida/)).toBeTruthy();
  expect(ways.getByText(/by appointment only/)).toBeTruthy();
  expect(ways.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Facebook',
    'X',
    'LinkedIn',
    'YouTube',
  ]);
});
