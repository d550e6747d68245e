/** A timestamp in the local time zone, as a date or as a date with time. */
import { dayOf, longDate, shortDate, timeOf } from '../../lib/format';

export function DateTime(props: { at: string; long?: boolean; withTime?: boolean }) {
  const { at, long = false, withTime = false } = props;
  const time = new Date(at);
  const day = long ? longDate(dayOf(time)) : shortDate(dayOf(time));
  return <time dateTime={at}>{withTime ? `${day}, ${timeOf(time)}` : day}</time>;
}
