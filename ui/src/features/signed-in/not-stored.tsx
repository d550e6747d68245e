/** Stands on the pages that need a session, where the browser refuses to store one. */
import { Alert } from '../../components/alert';
import { notStored } from '../../content/account/not-stored';
import { storesHere } from '../../lib/refusable';

export function NotStored() {
  if (storesHere()) return null;
  return <Alert className="mx-auto my-6 w-[calc(100%-2.5rem)] max-w-3xl">{notStored}</Alert>;
}
