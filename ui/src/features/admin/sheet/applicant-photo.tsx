/** The applicant's photo, which a press shows larger, or the initials. */
import { useRef, useState } from 'react';
import type { ApplicationDetail } from '../../../api/review/applications';
import { Dialog } from '../../../components/dialogs/dialog';
import { Avatar } from '../../../components/pictures/avatar';
import { admin } from '../../../content/membership/admin';
import { nameOf } from '../list/application-actions';

const { detail } = admin;

export function ApplicantPhoto({ application }: { application: ApplicationDetail }) {
  const { first_name, last_name, headshot_url: src } = application;
  const [isLarge, setLarge] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const alt = detail.photo(nameOf(application));
  const photo = (
    <Avatar src={src} alt={alt} firstName={first_name ?? ''} lastName={last_name ?? ''} />
  );
  if (src === null) return photo;
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-label={detail.enlarge(alt)}
        className="shrink-0 cursor-zoom-in rounded-lg"
        onClick={() => setLarge(true)}
      >
        {photo}
      </button>
      {isLarge && (
        <Dialog title={alt} onClose={() => setLarge(false)} finalFocus={() => opener.current}>
          <img src={src} alt={alt} className="mx-auto max-h-[65dvh] rounded-lg" />
        </Dialog>
      )}
    </>
  );
}
