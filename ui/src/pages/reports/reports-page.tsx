import { PageHero } from '../../components/layout/page-hero';
import { TitledSection } from '../../components/layout/section';
import { hero, library } from '../../content/publications/reports';
import { ReportLibrary } from '../../features/reports/report-library';
import { Distribution } from './distribution';
import { FeaturedReport } from './featured-report';
import { KeyTrends } from './key-trends';

export function ReportsPage({ title }: { title: string }) {
  return (
    <>
      <PageHero title={title} eyebrow={hero.eyebrow} lead={hero.lead} picture={hero.scene} />
      <FeaturedReport />
      <TitledSection
        id="library"
        eyebrow={library.eyebrow}
        lead={library.lead}
        title={library.title}
      >
        <ReportLibrary />
      </TitledSection>
      <KeyTrends />
      <Distribution />
    </>
  );
}
