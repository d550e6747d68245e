/** Shown if the browser refuses to store a session. */
import { Alert } from '../../components/feedback/alert';
import { notStored } from '../../content/account/not-stored';
import { storageWorks } from '../../lib/browser/browser-storage';

export function NotStored() {
  if (storageWorks()) return null;
  return <Alert className="mx-auto my-6 w-[calc(100%-2.5rem)] max-w-3xl">{notStored}</Alert>;
}
