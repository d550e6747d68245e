/** The target of the selection, how far it is, and where the applications come from. */
import { grouped } from './application';

/** Regions of the US Census Bureau, as the API knows them. Territories belong to none. */
export const regions = [
  { value: 'northeast', label: 'Northeast', states: 'CT ME MA NH NJ NY PA RI VT' },
  { value: 'midwest', label: 'Midwest', states: 'IA IL IN KS MI MN MO ND NE OH SD WI' },
  { value: 'south', label: 'South', states: 'AL AR DC DE FL GA KY LA MD MS NC OK SC TN TX VA WV' },
  { value: 'west', label: 'West', states: 'AK AZ CA CO HI ID MT NM NV OR UT WA WY' },
] as const;

const MOST = 100_000;

const any = { value: 'all', label: 'Any' };

export const target = {
  title: 'Target and progress',
  loading: 'Loading the target',
  failed: 'We couldn’t load the target.',
  chosen: (approved: number, goal: number | null) =>
    goal === null
      ? `Chosen ${grouped(approved)}`
      : `Chosen ${grouped(approved)} of ${grouped(goal)}`,
  progress(approved: number, wanted: number, goal: number | null, isWithinDates = false) {
    const left = (goal ?? 0) - approved - wanted;
    const rest = left < 0 ? `${grouped(-left)} too many` : `${grouped(left)} to go`;
    const sums = `${grouped(approved)} approved, ${grouped(wanted)} more wanted by the team`;
    const within = isWithinDates ? ' (submitted within the dates of the filter)' : '';
    return (goal === null ? sums : `${sums}, ${rest}`) + within;
  },
  set: 'Set a target',
  change: 'Change target',
  form: {
    label: 'Target',
    most: MOST,
    range: `Enter a whole number from 1 to ${grouped(MOST)}.`,
    save: 'Save',
    none: 'No target',
    saved: 'The target is saved.',
    removed: 'The target is removed.',
    conflict: (goal: number | null) =>
      `Another administrator has ${goal === null ? 'removed the target' : `set the target to ${grouped(goal)}`} in the meantime. Choose again to replace it.`,
  },
  toRead: 'Still to read',
  toDiscuss: 'To discuss',
  places: {
    open: 'By state',
    regions: 'Regions',
    states: 'States',
    view: 'View',
    list: 'List',
    map: 'Map',
    loadingMap: 'Loading the map',
    mapKeys: 'Choose states on the map. The arrow keys move through them by name.',
    /** Besides the number of applications. */
    parts: (approved: number, wanted: number) =>
      `${grouped(approved)} approved, ${grouped(wanted)} wanted by the team`,
    whole: (name: string, all: number, parts: string) => `${name} ${grouped(all)}: ${parts}`,
    table: 'Show the numbers as a table',
    columns: ['State', 'Applications', 'Approved', 'Wanted by the team'],
    tones: { approved: 'Approved', wanted: 'Wanted by the team', other: 'Other applications' },
  },
  filters: {
    mark: {
      label: 'My mark',
      options: [
        any,
        { value: 'yes', label: 'Yes' },
        { value: 'maybe', label: 'Maybe' },
        { value: 'no', label: 'No' },
        { value: 'none', label: 'Not marked yet' },
      ],
    },
    team: {
      label: 'Team',
      options: [
        any,
        { value: 'yes', label: 'Yes' },
        { value: 'divided', label: 'Divided' },
        { value: 'no', label: 'No' },
        { value: 'none', label: 'No majority' },
      ],
    },
    changes: {
      label: 'Changes',
      options: [
        any,
        { value: 'requested', label: 'Requested' },
        { value: 'made', label: 'Received' },
        { value: 'none', label: 'None' },
      ],
    },
  },
} as const;
