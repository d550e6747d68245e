/** A section of the mobile menu. Its submenu is open on the section's own pages. */
import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { DisclosureButton } from '../../../components/controls/disclosure-button';
import { headerWords, type mainMenu } from '../../../content/site/navigation';
import { paths } from '../../../content/site/pages';
import { CurrentLink, LinkItems } from '../current-link';

export function MobileSection({ item }: { item: (typeof mainMenu)[number] }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(() => pathname.startsWith(`${paths[item.page]}/`));
  const id = useId();
  return (
    <li>
      <div className="flex items-center justify-between">
        <CurrentLink
          to={paths[item.page]}
          className="flex min-h-13 grow items-center font-serif text-xl font-semibold aria-[current=page]:text-clay"
        >
          {item.label}
        </CurrentLink>
        <DisclosureButton
          label={headerWords.submenuOf(item.label)}
          controls={id}
          open={open}
          onToggle={() => setOpen(!open)}
          className="size-13"
        />
      </div>
      <ul id={id} hidden={!open} className="mb-3 border-l-2 border-sand-deep pl-4">
        <LinkItems
          links={item.submenu}
          className="flex min-h-11 items-center text-muted aria-[current=page]:font-semibold aria-[current=page]:text-ink"
        />
      </ul>
    </li>
  );
}
