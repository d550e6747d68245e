/** A calendar day in words, the same in every browser and at build time: "2025-06-12" is "June 12, 2025". */
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

export function longDate(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${MONTHS[(month ?? 0) - 1]} ${date}, ${year}`;
}
