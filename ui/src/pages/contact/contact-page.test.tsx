import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPage } from '../../../test/screens/render-page';
import { fields, options } from '../../../test/specification/lists';
import * as specified from '../../../test/specification/public-screens';
import { ContactPage } from './contact-page';

beforeEach(() => void renderPage(ContactPage, '/contact'));

test('the form has its fixed fields in order, four of which are required', () => {
  const controls = [...document.querySelectorAll<HTMLInputElement>('form [name]')];
  expect(controls.map(({ name }) => name)).toEqual(fields.contactForm);
  const names = [...specified.contact.fields, specified.contact.isTeacher];
  expect(names.map((name) => screen.getByLabelText(name))).toEqual(controls);
  const required = names.filter((_, at) => controls[at]?.required);
  expect(required).toEqual(specified.contact.required);
});

test('the subjects are the fixed ones', () => {
  const offered = within(screen.getByLabelText('Subject')).getAllByRole<HTMLOptionElement>(
    'option',
  );
  expect(offered.map(({ value }) => value)).toEqual(['', ...options.contactSubjects]);
});

test('each department is listed with its email address', () => {
  const list = within(screen.getByRole('region', { name: 'Email the Right Team' }));
  expect(list.getAllByRole('term').map((term) => term.textContent)).toEqual(
    specified.contact.departments,
  );
  const addresses = list.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(new Set(addresses).size).toBe(5);
  for (const address of addresses)
    expect(address).toMatch(/^mailto:[a-z]+@educatorsforum\.example$/);
});

test('phone, office and social media are listed', () => {
  const ways = within(screen.getByRole('region', { name: 'Other Ways to Reach Us' }));
  expect(ways.getByRole('link').getAttribute('href')).toMatch(/^tel:\+1\d{3}55501\d{2}$/);
  expect(ways.getByText(specified.contact.hours)).toBeTruthy();
  for (const phrase of specified.contact.phrases)
    expect(ways.getByText(new RegExp(phrase))).toBeTruthy();
  expect(ways.getAllByRole('button').map((button) => button.textContent)).toEqual(
    specified.contact.social,
  );
});
