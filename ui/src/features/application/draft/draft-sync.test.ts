import { describe, expect, expectTypeOf, test } from 'vitest';
import type { DraftFields } from '../../../api/applications';
import { fieldNames, fieldOf } from '../../../content/membership/application-fields';
import {
  type Changes,
  type DraftSync,
  type DraftValues,
  heldBack,
  isEmpty,
  nextSync,
  noValues,
  parseValues,
  savableValues,
  shownValues,
  type SyncEvent,
  toFields,
  unreadSync,
} from './draft-sync';

const stored = (values: Changes): DraftValues => ({ ...noValues, ...values });
const event =
  (type: 'read' | 'written') =>
  (values: Changes, version = 'v2'): SyncEvent => ({ type, values: stored(values), version });
const read = event('read');
const written = event('written');
const typed = (values: Changes): SyncEvent => ({ type: 'typed', values });
/** A request that stores a version named own. */
const sent: SyncEvent = { type: 'sent', version: 'own' };
const after = (sync: DraftSync, ...events: SyncEvent[]) => events.reduce(nextSync, sync);

const [tampa, miami, orlando] = [{ city: 'Tampa' }, { city: 'Miami' }, { city: 'Orlando' }];
const [ohio, none] = [{ state: 'Ohio' }, {}];
const unread = unreadSync();
const reloaded = unreadSync(miami, ['v1', 'own']);
const current = after(unread, read(tampa, 'v1'));
const changed = after(current, typed(miami));
const conflict = after(changed, read({ ...orlando, ...ohio }));
const cleared = after(current, { type: 'start over' });

test.each<[string, DraftSync, SyncEvent[], DraftSync['status'], shown: Changes]>([
  ['a first read shows the stored draft', unread, [read(tampa)], 'current', tampa],
  ['earlier typing merges', unread, [typed(ohio), read(tampa)], 'current', { ...tampa, ...ohio }],
  ['earlier typing conflicts', unread, [typed(miami), read(tampa)], 'conflict', miami],
  [
    'earlier typing, then cleared',
    unread,
    [typed(miami), typed({ city: '' }), read(tampa)],
    'current',
    tampa,
  ],
  ['a reload', reloaded, [read(tampa, 'v1')], 'current', miami],
  ['a reload that clears', unreadSync({ city: '' }, ['v1']), [read(tampa, 'v1')], 'current', none],
  ['a reload after the write on leaving', reloaded, [read(miami)], 'current', miami],
  ['a reload while typing on', reloaded, [read(orlando, 'own')], 'current', miami],
  ['a reload after a newer answer', reloaded, [read(orlando)], 'conflict', miami],
  ['a newer version', current, [read(orlando)], 'current', orlando],
  [
    'a newer other answer',
    changed,
    [read({ ...tampa, ...ohio })],
    'current',
    { ...miami, ...ohio },
  ],
  ['a newer answer', changed, [read(orlando)], 'conflict', miami],
  ['an answer cleared elsewhere', changed, [read(none)], 'conflict', miami],
  ['the same answer twice', changed, [read(miami)], 'current', miami],
  ['a version read before', changed, [read(orlando, 'v1')], 'current', miami],
  ['a lost response', changed, [sent, typed(orlando), read(miami, 'own')], 'current', orlando],
  ['an undone change', changed, [typed(tampa), read(orlando)], 'current', orlando],
  [
    'an undone change during a write',
    changed,
    [sent, typed(tampa), written(miami, 'own')],
    'current',
    tampa,
  ],
  [
    'typing during a write',
    changed,
    [sent, typed(ohio), written(miami, 'own')],
    'current',
    { ...miami, ...ohio },
  ],
  ['a conflict shows both', conflict, [], 'conflict', { ...miami, ...ohio }],
  ['a conflict outlasts typing', conflict, [typed(tampa)], 'conflict', { ...tampa, ...ohio }],
  ['equal answers end it', conflict, [typed(orlando)], 'current', { ...orlando, ...ohio }],
  ['shown answers are kept', conflict, [{ type: 'keep' }], 'current', { ...miami, ...ohio }],
  ['saved answers are loaded', conflict, [{ type: 'load' }], 'current', { ...orlando, ...ohio }],
  [
    'a conflict after a kept answer',
    conflict,
    [{ type: 'keep' }, read(tampa, 'v3')],
    'conflict',
    miami,
  ],
  ['a conflict after the same version', conflict, [read(orlando)], 'conflict', miami],
  [
    'a conflict after another save elsewhere',
    conflict,
    [read({ ...orlando, ...ohio, zip_code: '33601' }, 'v3')],
    'conflict',
    { ...miami, ...ohio, zip_code: '33601' },
  ],
  ['starting over', current, [{ type: 'start over' }], 'current', none],
  ['starting over before the first read', unread, [{ type: 'start over' }], 'unread', none],
  ['the read after it', unread, [{ type: 'start over' }, read(tampa)], 'conflict', none],
  ['a newer other answer after it', cleared, [read({ ...tampa, ...ohio })], 'current', ohio],
  ['a newer answer after it', cleared, [read(orlando)], 'conflict', none],
  [
    'starting over during a write',
    current,
    [typed(ohio), sent, { type: 'start over' }, written({ ...tampa, ...ohio }, 'own')],
    'current',
    none,
  ],
  ['typing after it', cleared, [typed(miami), sent, written(miami)], 'current', miami],
])('%s', (_, before, events, status, shown) => {
  const sync = after(before, ...events);
  expect(sync.status).toBe(status);
  expect(shownValues(sync)).toEqual(stored(shown));
});

test('a write names the version that was read and those of requests without a response', () => {
  const other: SyncEvent = { type: 'sent', version: 'other' };
  expect(after(current, sent, other).versions).toEqual(['v1', 'own', 'other']);
  expect(after(current, sent, other, read(tampa, 'own')).versions).toEqual(['own', 'other']);
  expect(after(current, sent, other, read(tampa, 'v2')).versions).toEqual(['v2']);
  expect(after(current, sent, other, written(tampa, 'other')).versions).toEqual(['other']);
  const many = Array.from({ length: 30 }, (_, n): SyncEvent => ({ ...other, version: `${n}` }));
  const named = after(current, ...many).versions;
  expect([named.length, named[0], named.at(-1)]).toEqual([20, 'v1', '29']);
});

describe('a value that cannot be saved does not erase the saved one', () => {
  test.each(fieldNames)('a %s that is too long', (name) => {
    const { kind, most } = fieldOf(name);
    const of = (length: number) => (kind === 'list' ? ['𝔸'.repeat(length)] : '𝔸'.repeat(length));
    const saved = after(unread, read({ [name]: of(1) }));
    expect(savableValues(after(saved, typed({ [name]: of(most) })))[name]).toEqual(of(most));
    const tooLong = after(saved, typed({ [name]: of(most + 1) }));
    expect(savableValues(tooLong)[name]).toEqual(of(1));
    expect(heldBack(tooLong)).toEqual([name]);
  });

  test('a value that the server refused, until it changes', () => {
    const odd = { city: 'Tam\u0000pa', state: 'Ohio' };
    const refusal: SyncEvent = { type: 'refused', values: { city: odd.city } };
    const refused = after(current, typed(odd), refusal);
    expect(savableValues(refused)).toMatchObject({ city: 'Tampa', state: 'Ohio' });
    expect(heldBack(refused)).toEqual(['city']);
    expect(nextSync(refused, refusal)).toBe(refused);
    expect(savableValues(after(refused, typed({ city: 'Miami' })))).toMatchObject({
      city: 'Miami',
    });
  });

  test('a deleted photo is omitted', () => {
    const photo = { headshot_id: 'photo-1' };
    const refused = after(unread, read(photo), { type: 'refused', values: photo });
    expect(savableValues(refused)).toEqual(noValues);
  });
});

const values = { school_district: 'Lake County', subjects_taught: ['Algebra'], headshot_id: 'a' };

test('a draft contains the photo and every answered field', () => {
  expectTypeOf<keyof DraftValues>().toEqualTypeOf<keyof DraftFields>();
  expect(Object.keys(noValues)).toEqual([...fieldNames, 'headshot_id']);
  expect(toFields({ ...noValues, ...values })).toEqual(values);
  expect(isEmpty(noValues)).toBe(true);
  expect(isEmpty({ ...noValues, ...values })).toBe(false);
});

test('unknown and malformed values are dropped', () => {
  expect(
    parseValues({ ...values, city: null, state: 7, zip_code: { to: '3' }, moon: 'full' }),
  ).toEqual(values);
  expect(parseValues({ subjects_taught: [7] })).toEqual({});
  for (const malformed of [null, undefined, 'text', 7, [1]])
    expect(parseValues(malformed)).toEqual({});
});
