import { describe, expect, test } from 'vitest';
import { fieldNames, fieldOf } from '../../../content/membership/application-fields';
import {
  type DraftSync,
  heldBack,
  nextSync,
  savableValues,
  shownValues,
  type SyncEvent,
  unreadSync,
} from './draft-sync';
import { type Changes, type DraftValues, noValues } from './draft-values';

const stored = (values: Changes): DraftValues => ({ ...noValues, ...values });
const event =
  (type: 'read' | 'written') =>
  (values: Changes, version: string | null = 'v2'): SyncEvent => ({
    type,
    values: stored(values),
    version,
  });
const read = event('read');
const written = event('written');
const typed = (values: Changes): SyncEvent => ({ type: 'typed', values });
const sent = (values: Changes): SyncEvent => ({ type: 'sent', values: stored(values) });
const after = (sync: DraftSync, ...events: SyncEvent[]) => events.reduce(nextSync, sync);

const [tampa, miami, orlando] = [{ city: 'Tampa' }, { city: 'Miami' }, { city: 'Orlando' }];
const [ohio, none] = [{ state: 'Ohio' }, {}];
const unread = unreadSync();
const reloaded = unreadSync(miami, 'v1');
const current = after(unread, read(tampa, 'v1'));
const changed = after(current, typed(miami));
const conflict = after(changed, read({ ...orlando, ...ohio }));
const deleting = after(current, { type: 'start over' });

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
  ['a reload that clears', unreadSync({ city: '' }, 'v1'), [read(tampa, 'v1')], 'current', none],
  ['a reload after the write on leaving', reloaded, [read(miami)], 'current', miami],
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
  ['a lost response', changed, [sent(miami), typed(orlando), read(miami)], 'current', orlando],
  ['an undone change', changed, [typed(tampa), read(orlando)], 'current', orlando],
  [
    'an undone change during a write',
    changed,
    [sent(miami), typed(tampa), written(miami)],
    'current',
    tampa,
  ],
  [
    'typing during a write',
    changed,
    [sent(miami), typed(ohio), written(miami)],
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
  ['starting over', current, [{ type: 'start over' }], 'deleting', none],
  ['no read during the deletion', deleting, [read(orlando)], 'deleting', none],
  ['typing during the deletion', deleting, [typed(tampa), written(none, null)], 'current', tampa],
])('%s', (_, before, events, status, shown) => {
  const sync = after(before, ...events);
  expect(sync.status).toBe(status);
  expect(shownValues(sync)).toEqual(stored(shown));
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
    const refused = after(current, typed(odd), sent(odd), { type: 'refused', names: ['city'] });
    expect(savableValues(refused)).toMatchObject({ city: 'Tampa', state: 'Ohio' });
    expect(heldBack(refused)).toEqual(['city']);
    expect(nextSync(refused, { type: 'refused', names: ['city'] })).toBe(refused);
    expect(savableValues(after(refused, typed({ city: 'Miami' })))).toMatchObject({
      city: 'Miami',
    });
  });

  test('a deleted photo is omitted', () => {
    const photo = { headshot_id: 'photo-1' };
    const refused = after(unread, read(photo), sent(photo), {
      type: 'refused',
      names: ['headshot_id'],
    });
    expect(savableValues(refused)).toEqual(noValues);
  });
});
