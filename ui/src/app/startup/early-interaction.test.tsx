import { render, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import {
  noteEarlyInput,
  noteMissedNavigation,
  useEarlyInput,
  useMissedNavigation,
} from './early-interaction';

type Values = Record<'name' | 'message' | 'state' | 'teacher' | 'topic', string>;
const untouched: Values = { name: '', message: '', state: 'all', teacher: 'no', topic: 'all' };

/** One field of each kind, with the values that React has. */
function Form() {
  useEarlyInput();
  const [values, setValues] = useState(untouched);
  const set = (name: keyof Values, value: string) => setValues((v) => ({ ...v, [name]: value }));
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  });
  return (
    <>
      <input {...field('name')} />
      <textarea {...field('message')} />
      <select {...field('state')}>
        <option>all</option>
        <option>Ohio</option>
      </select>
      <input
        type="checkbox"
        name="teacher"
        checked={values.teacher === 'yes'}
        onChange={(e) => set('teacher', e.target.checked ? 'yes' : 'no')}
      />
      {['all', 'equity'].map((topic) => (
        <input
          key={topic}
          type="radio"
          name="topic"
          value={topic}
          checked={values.topic === topic}
          onChange={() => set('topic', topic)}
        />
      ))}
      <output>{JSON.stringify(values)}</output>
    </>
  );
}

/** Renders the page as HTML, changes it, and hydrates it. Returns the values that React has then. */
function knownAfter(touch: (place: HTMLElement) => void, typedOn?: string): Values {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(<Form />);
  touch(place);
  noteEarlyInput(place);
  if (typedOn !== undefined) input(place, '[name=name]').value = typedOn;
  render(<Form />, { container: place, hydrate: true });
  return JSON.parse(place.querySelector('output')?.textContent ?? '') as Values;
}

function input(place: HTMLElement, selector: string): HTMLInputElement {
  const field = place.querySelector<HTMLInputElement>(selector);
  if (!field) throw new Error(`no ${selector}`);
  return field;
}

test('untouched fields keep their values', () => {
  expect(knownAfter(() => undefined)).toEqual(untouched);
});

test.each<[keyof Values, string, (place: HTMLElement) => void]>([
  ['name', 'Ada', (place) => (input(place, '[name=name]').value = 'Ada')],
  ['message', 'Good day', (place) => (input(place, 'textarea').value = 'Good day')],
  ['state', 'Ohio', (place) => (input(place, 'select').value = 'Ohio')],
  ['teacher', 'yes', (place) => input(place, '[name=teacher]').click()],
  ['topic', 'equity', (place) => input(place, '[value=equity]').click()],
])('input in %s before hydration is replayed', (name, value, touch) => {
  expect(knownAfter(touch)).toEqual({ ...untouched, [name]: value });
});

test('text typed during hydration is kept', () => {
  const touch = (place: HTMLElement) => (input(place, '[name=name]').value = 'No');
  expect(knownAfter(touch, 'Novak')).toEqual({ ...untouched, name: 'Novak' });
});

/** Navigates just before the router listens. */
function Place() {
  useMissedNavigation();
  useLayoutEffect(() => {
    window.history.replaceState({ key: 'left' }, '', '/store');
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, []);
  return <p>{useLocation().pathname}</p>;
}

test('Back before the router listens is replayed', async () => {
  window.history.replaceState({ key: 'first' }, '', '/contact');
  noteMissedNavigation();
  render(
    <BrowserRouter>
      <Place />
    </BrowserRouter>,
  );
  expect(await screen.findByText('/store')).toBeTruthy();
});
