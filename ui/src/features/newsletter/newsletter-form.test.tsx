import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fields } from '../../../test/specification/lists';
import { home } from '../../../test/specification/public-screens';
import { BlogNewsletter } from './blog-newsletter';
import { HomeNewsletter } from './home-newsletter';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const subscribe = () => screen.getByRole('button', { name: 'Subscribe' });
const email = 'ada@school.example';

describe.each([
  {
    page: 'the home page',
    form: <HomeNewsletter labelledBy="title" />,
    names: fields.homeNewsletter,
    nameLabel: 'Name',
    nameIsRequired: true,
    checkboxes: [home.isEducator],
    logged: { name: 'Ada', email, isEducator: true },
  },
  {
    page: 'the blog',
    form: <BlogNewsletter />,
    names: fields.blogNewsletter,
    nameLabel: 'First Name (optional)',
    nameIsRequired: false,
    checkboxes: [],
    logged: { firstName: 'Ada', email },
  },
])(
  'the newsletter form on $page',
  ({ form, names, nameLabel, nameIsRequired, checkboxes, logged }) => {
    const call = vi.fn();
    const log = vi.fn();
    beforeEach(() => {
      call.mockReset();
      vi.stubGlobal('fetch', call);
      log.mockReset();
      vi.spyOn(console, 'info').mockImplementation(log);
      render(
        <>
          <h2 id="title">{home.newsletter}</h2>
          {form}
        </>,
      );
      return () => vi.unstubAllGlobals();
    });

    test('shows an email address without JavaScript', () => {
      const notice = /<noscript>.*<[/]noscript>/s.exec(renderToString(form));
      expect(notice?.[0]).toContain('This form needs JavaScript.');
      expect(notice?.[0]).toContain('href="mailto:');
    });

    test('leaves validation to the browser', () => {
      expect(field('Email Address').form?.noValidate).toBe(false);
      const controls = [...document.querySelectorAll<HTMLInputElement>('form [name]')];
      expect(controls.map(({ name }) => name)).toEqual(names);
      expect([field('Email Address').type, field('Email Address').required]).toEqual([
        'email',
        true,
      ]);
      expect(field(nameLabel).required).toBe(nameIsRequired);
      expect(checkboxes.some((name) => field(name).required)).toBe(false);
    });

    test('logs and clears the entries, and sends nothing', async () => {
      const user = userEvent.setup();
      await user.type(field(nameLabel), 'Ada');
      await user.type(field('Email Address'), email);
      for (const name of checkboxes) await user.click(field(name));
      await user.click(subscribe());
      expect(log.mock.calls).toEqual([['Newsletter sign-up', logged]]);
      expect([field(nameLabel).value, field('Email Address').value]).toEqual(['', '']);
      expect(checkboxes.some((name) => field(name).checked)).toBe(false);
      expect(document.querySelector('[aria-live]')?.textContent).toBe('The form was cleared.');
      expect(document.activeElement).toBe(subscribe());
      expect(call).not.toHaveBeenCalled();
    });

    test('logs nothing while a field is empty or invalid', async () => {
      const user = userEvent.setup();
      await user.click(subscribe());
      await user.type(field(nameLabel), 'Ada');
      await user.type(field('Email Address'), 'ada{Enter}');
      expect(log).not.toHaveBeenCalled();
      expect(field('Email Address').value).toBe('ada');
      expect(document.querySelector('[aria-live]')?.textContent).toBe('');
    });
  },
);

test('the form of the home page is named by its heading', () => {
  render(
    <>
      <h2 id="title">{home.newsletter}</h2>
      <HomeNewsletter labelledBy="title" />
    </>,
  );
  expect(screen.getByRole('form', { name: home.newsletter })).toBeTruthy();
});
