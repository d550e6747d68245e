/** A page without content yet, with a link to the part of its section's page that has the answer until then. */
import { Link } from 'react-router-dom';
import { textLinkClasses } from '../components/text/mail-text';
import { type PageName, pages, paths, placeholderPages, sectionOf } from '../content/site/pages';
import { ShortPage } from '../components/layout/short-page';
import { ApplyLink } from '../features/next-step/apply-link';
import { NextStep } from '../features/next-step/next-step';
import { placeholderLink, placeholderText } from '../content/site/screens';
import workInProgress from '../pictures/scenes/placeholder.svg';

/** Until a page is written, this part of its section's page has the answer. */
const partsOfSections: Partial<Record<PageName, `#${string}`>> = {
  missionVision: '#mission',
  coreValues: '#values',
  foundersMessage: '#founder',
  boardLeadership: '#board',
  universityPartners: '#partners',
  howItWorks: '#program',
  applyToAttend: '#eligibility',
  hostForum: '#partnerships',
  featuredReports: '#featured',
  reportsArchive: '#library',
  infographics: '#trends',
  impact: '#distribution',
  searchTeachers: '#find',
  spotlights: '#spotlight',
  joinDirectory: '#listing',
  signatureCollections: '#collections',
  allProducts: '#products',
  sponsorShirt: '#products',
  bulkOrders: '#bulk',
};

export function PlaceholderPage({ title, path }: { title: string; path: string }) {
  const section = pages[sectionOf(path)];
  const name = placeholderPages.find((each) => pages[each].path === path);
  const unwritten = <p className="mt-5 text-xl text-muted">{placeholderText}</p>;
  return (
    <ShortPage title={title} picture={workInProgress}>
      {path === paths.applyToAttend ? (
        <>
          <ApplyLink className="mt-6" off={unwritten}>
            {title}
          </ApplyLink>
          <NextStep className="mt-5 text-lg" />
        </>
      ) : (
        unwritten
      )}
      <p className="mt-6">
        <Link
          to={section.path + (name === undefined ? '' : partsOfSections[name])}
          className={textLinkClasses}
        >
          {placeholderLink(section.title)}
        </Link>
      </p>
    </ShortPage>
  );
}
