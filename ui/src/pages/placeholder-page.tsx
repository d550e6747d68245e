/** Serves every page whose content is still to come, with the way to the section it belongs to. */
import { Link } from 'react-router-dom';
import { textLinkClasses } from '../components/mail-text';
import { pages, paths, sectionOf } from '../content/site/pages';
import { ShortPage } from '../components/short-page';
import { NextStep } from '../features/next-step/next-step';
import { placeholderLink, placeholderText } from '../content/site/screens';
import workInProgress from '../pictures/scenes/placeholder.svg';

export function PlaceholderPage({ title, path }: { title: string; path: string }) {
  const section = pages[sectionOf(path)];
  return (
    <ShortPage title={title} picture={workInProgress}>
      <p className="mt-5 text-xl text-muted">{placeholderText}</p>
      {path === paths.applyToAttend && <NextStep className="mt-5 text-lg" />}
      <p className="mt-6">
        <Link to={section.path} className={textLinkClasses}>
          {placeholderLink(section.title)}
        </Link>
      </p>
    </ShortPage>
  );
}
