/**
 * The site's date formats, the same in every browser and at build time. A day is a string such as "2025-06-12", without
 * time zone.
 */
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The day of a timestamp in local time. */
export function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** "2025-06-12" is "June 12, 2025". Other text is returned unchanged. */
export function longDate(day: string): string {
  const [, year, month, date] = /^(\d+)-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? day : `${name} ${Number(date)}, ${year}`;
}

/** "2025-06-12" is "Jun 12, 2025". */
export const shortDate = (day: string): string => longDate(day).replace(/^(\w{3})\w*/, '$1');

/** "2:05 PM", in local time. */
export function timeOf(moment: Date): string {
  const hour = moment.getHours();
  const minute = String(moment.getMinutes()).padStart(2, '0');
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}
