// Two administrators choose ten of thirty applications.
import {
  accessToken,
  call,
  decide,
  newApplicant,
  register,
  submit,
} from '../../e2e/support/applicants.js';
import { administrator, ownStack } from '../../e2e/support/stack.js';
import { expect, phone, test as journey } from '../journey-test.js';
import type { Page } from '../page.js';
import { openDesk, openLiveDesk } from '../steps.js';
import { button, dialog, label, main, role, type Target, text } from '../targets.js';

const PLACES = {
  California: 'ABC',
  Florida: 'ABCD',
  Georgia: 'AB',
  Illinois: 'ABC',
  Ohio: 'ABCDE',
  Ontario: 'ABC',
  Texas: 'ABCDEF',
  Utah: 'ABCD',
};

type Ids = ReadonlyMap<string, string>;

/** Marks through the API, as the first (0) or the second (1) administrator. */
async function mark(
  ids: Ids,
  admin: 0 | 1,
  opinion: 'yes' | 'maybe' | 'no',
  ...names: string[]
): Promise<void> {
  const given = { token: await accessToken(administrator(admin)), data: { mark: opinion } };
  for (const name of names)
    await call('PUT', `/admin/applications/${ids.get(name)}/marks/me`, given);
}

const approve = async (ids: Ids, name: string) =>
  decide(await accessToken(administrator(1)), ids.get(name) ?? '', 'approved');

/** Each test has 30 applications of its own, because what is chosen counts for all of them. */
const test = journey.extend<{ ids: Ids }>({
  ids: [
    async ({}, use) => {
      const own = await ownStack(2, { FORUM__REVIEW__UNDO_SECONDS: '30' });
      const ids = new Map<string, string>();
      const applyFrom = async ([state, letters]: [string, string]) => {
        for (const letter of letters) {
          const person = { ...newApplicant(), lastName: `${state} ${letter}` };
          await register(person);
          ids.set(person.lastName, await submit(await accessToken(person), { state }));
        }
      };
      try {
        await Promise.all(Object.entries(PLACES).map(applyFrom));
        const wanted = ['Florida A', 'Florida B', 'Ohio A', 'Ohio B', 'Ontario A', 'Texas A'];
        await mark(ids, 1, 'yes', ...wanted, 'Texas B', 'Texas C', 'Utah A');
        await mark(ids, 1, 'maybe', 'Georgia A');
        await mark(ids, 0, 'yes', 'Florida A', 'Texas A');
        await mark(ids, 0, 'no', 'Illinois A', 'Texas C');
        await use(ids);
      } finally {
        await own.end();
      }
    },
    // It begins before the browsers and ends after them.
    { auto: true, timeout: 120_000 },
  ],
});
test.describe.configure({ timeout: 180_000 });

const strip = role('region', 'Target and progress');
const selection = role('region', 'Selected applications');
const rowOf = (name: string) => role('row', new RegExp(`^(Select )?Nadia ${name}`));
const view = (name: string) => button(`View Nadia ${name}’s application`);
const markOf = (mark: 'Yes' | 'Maybe' | 'No', name: string, inside?: Target) =>
  button(`${mark} for Nadia ${name}’s application`, inside);
const undo = button('Undo: Approved 9 applications.');
const listed = (page: Page, count: number) =>
  page.says(main, new RegExp(`Showing 1–${Math.min(count, 25)} of ${count} application`));

const all = (page: Page, target: Target, attribute: string) =>
  page.call((it, name) => findAll(it).map((one) => one.getAttribute(name)), target, attribute);
const texts = (page: Page, target: Target) =>
  page.call(
    (it) => findAll(it).map(({ innerText }) => innerText.trim().replaceAll(/\s+/g, ' ')),
    target,
  );
const has = (page: Page, target: Target, attribute: string, value: string) =>
  page.holds(
    `${attribute} is ${value}`,
    (it, name, expected) => findOne(it).getAttribute(name) === expected,
    target,
    attribute,
    value,
  );
const pressed = (page: Page, target: Target) => has(page, target, 'aria-pressed', 'true');

for (const [act, how] of [
  ['press', 'by keyboard alone'],
  ['click', 'by pointer and by key'],
] as const)
  test(`two administrators mark, discuss and announce ten of thirty, ${how}`, async ({
    open,
    ids,
  }) => {
    const page = await open();
    await openLiveDesk(page, administrator(0), act);
    await page[act](button('Name'));
    await page[act](button('Set a target', strip));
    await page.hasFocus(label('Target', strip));
    await page.type('10');
    await page.key('Enter');
    await page.says(strip, /Chosen 0 of 10\s+0 approved, 8 more wanted by the team, 2 to go/);

    await page[act](button('By state', strip));
    await page[act](button('South 12: 0 approved, 4 wanted by the team', strip));
    await page[act](button('Ohio 5: 0 approved, 2 wanted by the team', strip));
    await listed(page, 17);
    await page.isAccessible();
    await page[act](button('California 3: 0 approved, 0 wanted by the team', strip));
    await page[act](button('Remove Region: South'));
    await page[act](button('Remove State: Ohio'));
    await listed(page, 3);

    await page.tabTo(view('California A'));
    await page.type('yj');
    await page.hasFocus(view('California B'));
    await page.type('m');
    await page[act](markOf('No', 'California C'));
    await pressed(page, markOf('Yes', 'California A'));
    await pressed(page, markOf('Maybe', 'California B'));
    await pressed(page, markOf('No', 'California C'));
    await mark(ids, 1, 'yes', 'California A', 'California C');
    await mark(ids, 1, 'no', 'California B');
    await page.says(rowOf('California A'), /2 yes/);
    await page.says(rowOf('California B'), /1 maybe · 1 no/);
    await page.says(rowOf('California C'), /Divided\s+1 yes · 1 no/);
    await page.says(strip, /9 more wanted by the team, 1 to go/);

    await page[act](button('To discuss', strip));
    await listed(page, 1);
    await page[act](markOf('Yes', 'California C'));
    await page.says(strip, /10 more wanted by the team, 0 to go/);
    await page[act](button('Clear filters'));
    await listed(page, 30);
    await page[act](button('Filters'));
    await page.fill(label('Team', main), 'Yes');
    await listed(page, 10);

    await page[act](button('Select'));
    await page[act](button('Select all 10 that match'));
    await page.says(selection, /10 selected/);
    await page[act](button('Approve', selection));
    await page.shows(button('Approve 10', dialog));
    await approve(ids, 'Ohio A');
    await page.shows(button('Approve 9', dialog));
    const states = role('listitem', undefined, role('list', 'By state', dialog));
    expect(await texts(page, states)).toEqual([
      'California 2',
      'Florida 2',
      'Texas 2',
      'Ohio 1',
      'Utah 1',
      'Other places 1',
    ]);
    const skipped = role('list', '1 will be skipped', dialog);
    await page.says(skipped, /^Nadia Ohio A: was already decided\s*$/);
    await page.isAccessible();
    await page[act](button('Approve 9', dialog));
    await page.says(strip, /Chosen 10 of 10\s+10 approved, 0 more wanted by the team, 0 to go/);
    await page[act](undo);
    await page.says(selection, /9 selected/);
    await page.says(strip, /Chosen 1 of 10\s+1 approved, 9 more wanted by the team, 0 to go/);
    await page[act](button('Approve', selection));
    await page[act](button('Approve 9', dialog));
    await page.shows(undo);
    await page.says(strip, /Chosen 10 of 10\s+10 approved, 0 more wanted by the team, 0 to go/);
    await page.isAccessible();
  });

test('an application is marked in the list and while it is open, 390 px wide', async ({ open }) => {
  const page = await open(phone);
  await openDesk(page, 'applications&sort=name');
  await listed(page, 30);
  await page.says(strip, /Chosen 0/);
  await page.click(markOf('Maybe', 'California A'));
  await pressed(page, markOf('Maybe', 'California A'));
  await page.isAccessible();
  await page.click(view('California A'));
  await page.says(dialog, /Hillsborough/);
  await pressed(page, markOf('Maybe', 'California A', dialog));
  await page.click(markOf('Yes', 'California A', dialog));
  await pressed(page, markOf('Yes', 'California A', dialog));
  await page.isAccessible();
  await page.click(button('Close', dialog));
  await page.lacks(dialog);
  await pressed(page, markOf('Yes', 'California A'));
  await page.hasFocus(view('California A'));
  await page.isAccessible();
});

test('a row, the strip and the map have names, roles and states', async ({ open, ids }) => {
  await approve(ids, 'Texas B');
  const page = await open();
  await openDesk(page, 'applications&sort=name&state=TX');
  await listed(page, 6);
  const row = rowOf('Texas C');
  await page.shows(role('rowheader', /^Nadia Texas C/, row));
  await page.shows(role('cell', /^Pending Unread Divided 1 yes · 1 no$/, row));
  const marks = role('button', undefined, role('group', 'Your mark', row));
  expect(await all(page, marks, 'aria-label')).toEqual(
    ['Yes', 'Maybe', 'No'].map((mark) => `${mark} for Nadia Texas C’s application`),
  );
  expect(await all(page, marks, 'aria-pressed')).toEqual(['false', 'false', 'true']);
  expect(await all(page, marks, 'aria-keyshortcuts')).toEqual(['Y', 'M', 'N']);
  const others = ['View', 'Approve', 'Reject'].map((act) => `${act} Nadia Texas C’s application`);
  for (const name of others) await page.shows(button(name, row));
  await page.focus(view('Texas C'));
  await page.type('m');
  await page.shows(text('Maybe for Nadia Texas C'));
  expect(await all(page, marks, 'aria-pressed')).toEqual(['false', 'true', 'false']);
  await page.type('m');
  await page.shows(text('No mark for Nadia Texas C'));
  // A decided application has no buttons for marks.
  expect(await page.count(role('button', undefined, rowOf('Texas B')))).toBe(1);

  await has(page, button('Set a target', strip), 'aria-expanded', 'false');
  await has(page, button('By state', strip), 'aria-expanded', 'false');
  await page.click(button('Still to read', strip));
  await pressed(page, button('Still to read', strip));
  await has(page, button('To discuss', strip), 'aria-pressed', 'false');
  await page.click(button('Still to read', strip));
  await page.click(button('By state', strip));
  await has(page, button('By state', strip), 'aria-expanded', 'true');
  const texas = 'Texas 6: 1 approved, 2 wanted by the team';
  await pressed(page, button(texas, role('list', 'States', strip)));
  expect(await page.count(role('listitem', undefined, role('list', 'Regions', strip)))).toBe(5);

  await page.click(role('radio', 'Map', role('group', 'View', strip)));
  const map = role('group', 'Map', strip);
  await pressed(page, button(texas, map));
  const shapes = role('button', undefined, map);
  const stops = await all(page, shapes, 'tabindex');
  expect([stops.length, stops.filter((stop) => stop === '0').length]).toEqual([51, 1]);
  await page.tabTo(button(texas, map));
  await page.key('Enter');
  await has(page, button(texas, map), 'aria-pressed', 'false');
  await page.press(text('Show the numbers as a table'));
  const table = role('table', 'Applications by state', strip);
  expect(await texts(page, role('columnheader', undefined, table))).toEqual([
    'State',
    'Applications',
    'Approved',
    'Wanted by the team',
  ]);
  const numbers = role('row', /^Texas/, table);
  await page.shows(role('rowheader', 'Texas', numbers));
  expect(await texts(page, role('cell', undefined, numbers))).toEqual(['6', '1', '2']);
  await page.isAccessible();
});
