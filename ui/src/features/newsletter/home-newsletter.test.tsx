import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fields } from '../../../test/specification/lists';
import { home } from '../../../test/specification/public-screens';
import { HomeNewsletter } from './home-newsletter';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const subscribe = () => screen.getByRole('button', { name: 'Subscribe' });

function show() {
  render(
    <>
      <h2 id="title">{home.newsletter}</h2>
      <HomeNewsletter labelledBy="title" />
    </>,
  );
  return userEvent.setup();
}

describe('the newsletter form', () => {
  const log = () => vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const call = vi.fn();
  beforeEach(() => {
    call.mockReset();
    vi.stubGlobal('fetch', call);
    return () => vi.unstubAllGlobals();
  });

  test('without script gives an address to write to', () => {
    const notice = /<noscript>.*<[/]noscript>/s.exec(
      renderToString(<HomeNewsletter labelledBy="title" />),
    );
    expect(notice?.[0]).toContain('This form needs JavaScript.');
    expect(notice?.[0]).toContain('href="mailto:');
  });

  test('leaves the checking to the browser', () => {
    show();
    expect(screen.getByRole<HTMLFormElement>('form', { name: home.newsletter }).noValidate).toBe(
      false,
    );
    const controls = [...document.querySelectorAll<HTMLInputElement>('form [name]')];
    expect(controls.map(({ name }) => name)).toEqual(fields.homeNewsletter);
    expect(field('Name').required).toBe(true);
    expect(field('Email Address').required).toBe(true);
    expect(field('Email Address').type).toBe('email');
    expect(field(home.isEducator).required).toBe(false);
  });

  test('logs what was entered, clears and promises nothing; nothing is sent', async () => {
    const logged = log();
    const user = show();
    await user.type(field('Name'), 'Ada Lovelace');
    await user.type(field('Email Address'), 'ada@school.example');
    await user.click(field(home.isEducator));
    await user.click(subscribe());
    expect(logged.mock.calls).toEqual([
      [
        'Newsletter sign-up',
        { name: 'Ada Lovelace', email: 'ada@school.example', isEducator: true },
      ],
    ]);
    expect(field('Name').value + field('Email Address').value).toBe('');
    expect(field(home.isEducator).checked).toBe(false);
    expect(document.querySelector('[aria-live]')?.textContent).toBe('The form has been cleared.');
    expect(document.activeElement).toBe(subscribe());
    expect(call).not.toHaveBeenCalled();
  });

  test('logs nothing while a field is missing or is no email address', async () => {
    const logged = log();
    const user = show();
    await user.click(subscribe());
    await user.type(field('Name'), 'Ada');
    await user.type(field('Email Address'), 'ada{Enter}');
    expect(logged).not.toHaveBeenCalled();
    expect(field('Email Address').value).toBe('ada');
    expect(document.querySelector('[aria-live]')?.textContent).toBe('');
  });
});
