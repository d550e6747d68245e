/** The filters of the list besides search, status and order, as they are in the URL. */
import { admin } from '../../../content/membership/admin';
import { usStates } from '../../../content/membership/us-states';
import { shortDate } from '../../../lib/format';

/** Each is empty if it is not given. `from` and `to` are days in local time, and `to` is included. */
export type ListFilter = {
  readonly state: string;
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  /** 'with' or 'without'. */
  readonly notes: string;
};

export type FilterName = keyof ListFilter;

/** While 2026 is typed, the field has the years 2, 20 and 202. */
const DAY = /^((?:19|20)\d\d)-(\d\d)-(\d\d)$/;

export const isDay = (text: string): boolean => DAY.test(text);

/** The beginning of the day in local time, `later` days after it. Undefined for anything but a day. */
function startOf(day: string, later = 0): string | undefined {
  const [, year, month, date] = DAY.exec(day) ?? [];
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

const hasNotesFor = new Map([
  ['with', true],
  ['without', false],
]);

/** The filter by state for all texts that are no known state. */
export const OTHER_PLACES: string = admin.list.states.otherPlaces;

function placeOf(state: string) {
  if (state === '') return {};
  return state === OTHER_PLACES ? { otherPlaces: true } : { state };
}

/** The parameters of a request. Parameters that are not given are left out. */
export function filterParameters({ state, subject, from, to, notes }: ListFilter) {
  const hasNotes = hasNotesFor.get(notes);
  const submittedAfter = startOf(from);
  const submittedBefore = startOf(to, 1);
  return {
    ...placeOf(state.trim()),
    ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
    ...(submittedAfter === undefined ? {} : { submittedAfter }),
    ...(submittedBefore === undefined ? {} : { submittedBefore }),
    ...(hasNotes === undefined ? {} : { hasNotes }),
  };
}

export const stateName = (state: string): string =>
  usStates.find(([code]) => code === state.toUpperCase())?.[1] ?? state;

/** The filters that are given, with their names for display. */
export function namedFilters(filter: ListFilter): { name: FilterName; text: string }[] {
  const words = admin.list.filters;
  const given = [
    { name: 'state', text: words.chips.state(stateName(filter.state)) },
    { name: 'subject', text: words.chips.subject(filter.subject) },
    { name: 'from', text: words.chips.from(shortDate(filter.from)) },
    { name: 'to', text: words.chips.to(shortDate(filter.to)) },
    {
      name: 'notes',
      text: words.notesOptions.find(({ value }) => value === filter.notes)?.label ?? '',
    },
  ] as const;
  return given.filter(({ name, text }) => filter[name].trim() !== '' && text !== '');
}
