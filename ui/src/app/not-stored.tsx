/** Stands above the pages that need a session, where the browser refuses to store one. */
import { Alert } from '../components/alert';
import { notStored } from '../content/not-stored';

export function NotStored() {
  return <Alert className="mx-auto mt-6 w-[calc(100%-2.5rem)] max-w-3xl">{notStored}</Alert>;
}
