/** The thin bar above the main one. */
import { Mail } from 'lucide-react';
import { headerWords, utilityLinks } from '../../content/site/navigation';
import { organisation } from '../../content/site/organisation';
import { LinkItems } from './current-link';

const link =
  'inline-flex min-h-8 items-center gap-1.5 px-1 hover:underline underline-offset-4 aria-[current=page]:underline';

export function UtilityBar() {
  return (
    <div className="ink-band hidden text-[0.9rem] nav:block">
      <nav
        aria-label={headerWords.utilityNav}
        className="mx-auto flex h-10 w-full max-w-7xl items-center justify-end px-8"
      >
        <ul className="-mr-1 flex items-center gap-5">
          <LinkItems links={utilityLinks} className={link} />
          <li>
            <a href={`mailto:${organisation.email}`} className={link}>
              <Mail aria-hidden="true" className="size-4" />
              {organisation.email}
            </a>
          </li>
        </ul>
      </nav>
    </div>
  );
}
