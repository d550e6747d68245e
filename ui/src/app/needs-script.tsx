/** The <noscript> notice of pages that are not prerendered. Plain links, since no script runs. */
import { footer, mainMenu } from '../content/site/navigation';
import { needsScript } from '../content/site/needs-script';
import { paths } from '../content/site/pages';

const links = [
  [paths.home, needsScript.home],
  ...[...mainMenu, ...footer.support.links].map(({ page, label }) => [paths[page], label] as const),
] as const;

export interface NeedsScriptProps {
  title: string;
  /** What the page is for. */
  purpose: string;
}

export function NeedsScript({ title, purpose }: NeedsScriptProps) {
  return (
    // HTML allows no <main> in <noscript>.
    <div role="main" className="mx-auto max-w-3xl px-5 py-16 sm:px-8">
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-5 text-xl">{purpose}</p>
      <p className="mt-3 text-xl text-muted">
        {needsScript.text}{' '}
        <a className="text-clay underline" href={paths.contact}>
          {needsScript.contact}
        </a>
        .
      </p>
      <nav className="mt-10" aria-label={needsScript.navigation}>
        <p>{needsScript.others}</p>
        <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-3 font-semibold text-clay underline">
          {links.map(([path, label]) => (
            <li key={path}>
              <a href={path}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
