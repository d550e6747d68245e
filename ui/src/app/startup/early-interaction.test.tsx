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

/** One field of each kind, with the values in React's state. */
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

/** Renders HTML, interacts with it and hydrates it. Returns the values in React afterwards. */
function valuesAfter(touch: (container: HTMLElement) => void, typedOn?: string): Values {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Form />);
  touch(container);
  noteEarlyInput(container);
  if (typedOn !== undefined) input(container, '[name=name]').value = typedOn;
  render(<Form />, { container, hydrate: true });
  return JSON.parse(container.querySelector('output')?.textContent ?? '') as Values;
}

function input(container: HTMLElement, selector: string): HTMLInputElement {
  const field = container.querySelector<HTMLInputElement>(selector);
  if (!field) throw new Error(`no ${selector}`);
  return field;
}

test('untouched fields keep their values', () => {
  expect(valuesAfter(() => undefined)).toEqual(untouched);
});

test.each<[keyof Values, string, (container: HTMLElement) => void]>([
  ['name', 'Ada', (container) => (input(container, '[name=name]').value = 'Ada')],
  ['message', 'Good day', (container) => (input(container, 'textarea').value = 'Good day')],
  ['state', 'Ohio', (container) => (input(container, 'select').value = 'Ohio')],
  ['teacher', 'yes', (container) => input(container, '[name=teacher]').click()],
  ['topic', 'equity', (container) => input(container, '[value=equity]').click()],
])('input in %s before hydration is replayed', (name, value, touch) => {
  expect(valuesAfter(touch)).toEqual({ ...untouched, [name]: value });
});

test('text typed during hydration is kept', () => {
  const touch = (container: HTMLElement) => (input(container, '[name=name]').value = 'No');
  expect(valuesAfter(touch, 'Novak')).toEqual({ ...untouched, name: 'Novak' });
});

/** Navigates before the router starts to listen. */
function EarlyNavigation() {
  useMissedNavigation();
  useLayoutEffect(() => {
    window.history.replaceState({ key: 'left' }, '', '/store');
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, []);
  return <p>{useLocation().pathname}</p>;
}

test('Back is replayed if it was pressed before the router started to listen', async () => {
  window.history.replaceState({ key: 'first' }, '', '/contact');
  noteMissedNavigation();
  render(
    <BrowserRouter>
      <EarlyNavigation />
    </BrowserRouter>,
  );
  expect(await screen.findByText('/store')).toBeTruthy();
});
