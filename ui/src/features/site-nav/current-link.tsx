/** A link of the menus. It is the current page at its own address alone, as the server reads one: to the letter. */
import { NavLink, type NavLinkProps } from 'react-router-dom';

export function CurrentLink(props: NavLinkProps) {
  return <NavLink end caseSensitive {...props} />;
}
