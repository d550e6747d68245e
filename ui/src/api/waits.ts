/** When to try again, in plain words. */
import { waits } from '../content/site/problems';

/** The wait in seconds as words, rounded up so that the next try is not too early; null for an unknown one. */
export function waitInWords(seconds: number | null): string {
  if (seconds === null) return waits.unknown;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return waits.minute;
  if (minutes < 60) return waits.minutes(minutes);
  return minutes === 60 ? waits.hour : waits.hours(Math.ceil(minutes / 60));
}
