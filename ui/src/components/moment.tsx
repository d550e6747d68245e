/** The day of a moment, where the reader is; the element holds the moment itself. */
import { dayOf, longDate, shortDate } from '../lib/dates';

export function Moment({ at, long = false }: { at: string; long?: boolean }) {
  const day = dayOf(new Date(at));
  return <time dateTime={at}>{long ? longDate(day) : shortDate(day)}</time>;
}
