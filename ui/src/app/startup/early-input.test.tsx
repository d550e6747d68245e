import { render } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { noteEarlyInput, useEarlyInput } from './early-input';

type Values = Record<'name' | 'message' | 'state' | 'teacher' | 'topic', string>;
const untouched: Values = { name: '', message: '', state: 'all', teacher: 'no', topic: 'all' };

/** One field of each kind, and what React knows of them. */
function Form() {
  useEarlyInput();
  const [values, setValues] = useState(untouched);
  const set = (name: keyof Values) => (value: string) =>
    setValues((v) => ({ ...v, [name]: value }));
  return (
    <>
      <input name="name" value={values.name} onChange={(e) => set('name')(e.target.value)} />
      <textarea
        name="message"
        value={values.message}
        onChange={(e) => set('message')(e.target.value)}
      />
      <select name="state" value={values.state} onChange={(e) => set('state')(e.target.value)}>
        <option>all</option>
        <option>Ohio</option>
      </select>
      <input
        type="checkbox"
        name="teacher"
        checked={values.teacher === 'yes'}
        onChange={(e) => set('teacher')(e.target.checked ? 'yes' : 'no')}
      />
      {['all', 'equity'].map((topic) => (
        <input
          key={topic}
          type="radio"
          name="topic"
          value={topic}
          checked={values.topic === topic}
          onChange={() => set('topic')(topic)}
        />
      ))}
      <output>{JSON.stringify(values)}</output>
    </>
  );
}

/** The page as HTML; a person's hand; the script. Returns what React knows then. */
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

test('fields that nobody has touched are left as they are', () => {
  expect(knownAfter(() => undefined)).toEqual(untouched);
});

test.each<[keyof Values, string, (place: HTMLElement) => void]>([
  ['name', 'Ada', (place) => (input(place, '[name=name]').value = 'Ada')],
  ['message', 'Good day', (place) => (input(place, 'textarea').value = 'Good day')],
  ['state', 'Ohio', (place) => (input(place, 'select').value = 'Ohio')],
  ['teacher', 'yes', (place) => input(place, '[name=teacher]').click()],
  ['topic', 'equity', (place) => input(place, '[value=equity]').click()],
])('what was put into %s before the script came counts', (name, value, touch) => {
  expect(knownAfter(touch)).toEqual({ ...untouched, [name]: value });
});

test('what is typed on while React starts is not taken back', () => {
  const touch = (place: HTMLElement) => (input(place, '[name=name]').value = 'No');
  expect(knownAfter(touch, 'Novak')).toEqual({ ...untouched, name: 'Novak' });
});
