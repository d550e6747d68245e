/** A timestamp as a date in the reader's time zone, with the time where asked for; `datetime` has the full timestamp. */
import { dayOf, longDate, shortDate, timeOf } from '../../lib/format';

export interface DateTimeProps {
  at: string;
  long?: boolean;
  withTime?: boolean;
}

export function DateTime({ at, long = false, withTime = false }: DateTimeProps) {
  const moment = new Date(at);
  const day = long ? longDate(dayOf(moment)) : shortDate(dayOf(moment));
  return <time dateTime={at}>{withTime ? `${day}, ${timeOf(moment)}` : day}</time>;
}
