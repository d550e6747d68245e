/** A section of the mobile menu: the link to its page, and its submenu folded beneath, open where the visitor is in it. */
import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { UnfoldButton } from '../../components/unfold-button';
import { headerWords, type mainMenu } from '../../content/site/navigation';
import { paths } from '../../content/site/pages';
import { CurrentLink } from './current-link';

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
        <UnfoldButton
          label={headerWords.submenuOf(item.label)}
          controls={id}
          open={open}
          onToggle={() => setOpen(!open)}
          className="size-13"
        />
      </div>
      <ul id={id} hidden={!open} className="mb-3 border-l-2 border-sand-deep pl-4">
        {item.submenu.map(({ page, label }) => (
          <li key={page}>
            <CurrentLink
              to={paths[page]}
              className="flex min-h-11 items-center text-muted aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {label}
            </CurrentLink>
          </li>
        ))}
      </ul>
    </li>
  );
}
