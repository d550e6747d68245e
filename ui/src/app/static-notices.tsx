/** Notices that the build writes into the pages, for browsers in which the script does not run. */
import { Button } from '../components/controls/button';
import { footer, mainMenu } from '../content/site/navigation';
import { needsScript, notStarted } from '../content/site/screens';
import { paths } from '../content/site/pages';

const links = [
  [paths.home, needsScript.home],
  ...[...mainMenu, ...footer.support.links].map(({ page, label }) => [paths[page], label] as const),
] as const;

/** The <noscript> notice of pages that are not prerendered. `purpose` describes the page. */
export function NeedsScript({ title, purpose }: { title: string; purpose: string }) {
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

/** The notice that public/not-started.js shows, in a <template> on every page. */
export function NotStarted() {
  return (
    <div
      role="alert"
      className="border-b border-error bg-error-tint px-5 py-4 text-error-deep sm:px-8"
    >
      <p data-title="" className="font-semibold">
        {notStarted.title}
      </p>
      <p className="mt-1 mb-3">{notStarted.text}</p>
      <Button size="small" variant="secondary" data-reload="">
        {notStarted.retry}
      </Button>
    </div>
  );
}
