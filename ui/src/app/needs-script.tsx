/** The <noscript> notice of pages that are not prerendered. Plain links, since no script runs. */
import { footer, mainMenu } from '../content/navigation';
import { needsScript, purposes } from '../content/needs-script';
import { type PageName, paths } from '../content/pages';

const links = [
  [paths.home, needsScript.home],
  ...[...mainMenu, ...footer.support.links].map(({ page, label }) => [paths[page], label] as const),
] as const;

const purposeOf = (path: string) =>
  purposes[(Object.keys(paths) as PageName[]).find((name) => paths[name] === path) ?? 'home'];

export function NeedsScript({ path }: { path: string }) {
  return (
    // HTML allows no <main> inside <noscript>.
    <div role="main" className="mx-auto max-w-3xl px-5 py-16 sm:px-8">
      <h1 className="text-4xl">{needsScript.title}</h1>
      <p className="mt-5 text-xl text-muted">
        {purposeOf(path)} {needsScript.text}{' '}
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
