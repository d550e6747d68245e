/** What the bars and the menus share. */
import { Link, NavLink, type NavLinkProps } from 'react-router-dom';
import { headerWords } from '../../content/site/navigation';
import { organisation } from '../../content/site/organisation';
import { type PageName, paths } from '../../content/site/pages';

/** A square icon button at the right end of a bar. Its icon, not its box, is aligned with the column of the page. */
export const iconButton =
  'flex size-11 -mr-3.25 @max-[17rem]:mr-0 items-center justify-center rounded-md hover:bg-sand';

/** A menu link that is current only on exactly this URL. */
export function CurrentLink(props: NavLinkProps) {
  return <NavLink end caseSensitive {...props} />;
}

type Props = { links: readonly { page: PageName; label: string }[]; className: string };

export function LinkItems({ links, className }: Props) {
  return links.map(({ page, label }) => (
    <li key={page}>
      <CurrentLink to={paths[page]} className={className}>
        {label}
      </CurrentLink>
    </li>
  ));
}

/** In a narrow bar, the name wraps before the elements next to it do. */
export function Wordmark({ onDark = false }: { onDark?: boolean }) {
  return (
    <Link
      to={paths.home}
      aria-label={headerWords.home}
      className={`@max-[17rem]:-order-2 @max-[17rem]:basis-0 @max-[17rem]:grow inline-flex min-h-11 shrink-[9999] items-center gap-2.5 font-serif text-[1.05rem] min-[26rem]:text-[1.4rem] nav:text-[1.12rem] wide:text-[1.4rem] leading-tight font-semibold tracking-tight min-[26rem]:whitespace-nowrap all-open:whitespace-normal ${onDark ? 'text-white' : 'text-ink'}`}
    >
      <svg
        viewBox="0 0 24 28"
        aria-hidden="true"
        className="h-7 w-6 shrink-0 max-[22rem]:hidden @max-[17rem]:hidden"
      >
        <path d="M1 28V12a11 11 0 0 1 22 0v16z" className="fill-gold" />
        <path d="M6 28V12a6 6 0 0 1 12 0v16z" className={onDark ? 'fill-ink' : 'fill-paper'} />
        <path d="M10 28V13a2 2 0 0 1 4 0v15z" className={onDark ? 'fill-white' : 'fill-ink'} />
      </svg>
      {organisation.name}
    </Link>
  );
}
