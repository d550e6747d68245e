/** Formats for display, identical in every browser and in the build. A day is a string such as "2025-06-12". */

const daysIn = (dateStyle: 'long' | 'medium') =>
  new Intl.DateTimeFormat('en-US', { dateStyle, timeZone: 'UTC' });
const formats = { long: daysIn('long'), short: daysIn('medium') };

function formatDay(day: string, format: Intl.DateTimeFormat): string {
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(day) ? day : Number.NaN);
  return Number.isNaN(date.getTime()) ? day : format.format(date);
}

/** "2025-06-12" is "June 12, 2025". Other text is returned unchanged. */
export const longDate = (day: string): string => formatDay(day, formats.long);

/** "2025-06-12" is "Jun 12, 2025". Other text is returned unchanged. */
export const shortDate = (day: string): string => formatDay(day, formats.short);

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** The day of a timestamp in local time. */
export const dayOf = (time: Date): string =>
  `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`;

/** "2:05 PM", in local time. Browsers' own formats differ in the kind of space before PM. */
export function timeOf(time: Date): string {
  const hour = time.getHours();
  return `${hour % 12 || 12}:${twoDigits(time.getMinutes())} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The text of an answer in the application; undefined if it is blank. */
export function answerText(
  answer: string | readonly string[] | null | undefined,
  kind: string,
): string | undefined {
  const text = typeof answer === 'string' ? answer.trim() : (answer?.join(', ') ?? '');
  if (text === '') return undefined;
  return kind === 'date' ? longDate(text) : text;
}

/** `820 KB` or `1.4 MB`, with 1,024 bytes to the KB. */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}
