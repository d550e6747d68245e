/** A timestamp as a date in the reader's time zone; `datetime` has the full timestamp. */
import { dayOf, longDate, shortDate } from '../lib/dates';

export function Moment({ at, long = false }: { at: string; long?: boolean }) {
  const day = dayOf(new Date(at));
  return <time dateTime={at}>{long ? longDate(day) : shortDate(day)}</time>;
}
