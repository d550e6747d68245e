import { NavLink, type NavLinkProps } from 'react-router-dom';
import { type PageName, paths } from '../../content/site/pages';

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
