import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { textLinkClasses } from '../../components/text/mail-text';
import { Section, SectionHeading } from '../../components/layout/section';
import { SnapRow } from '../../components/lists/snap-row';

export interface MoreArticlesProps {
  title: string;
  children: ReactNode;
  all: { path: string; label: string };
}

export function MoreArticles({ title, children, all }: MoreArticlesProps) {
  return (
    <Section tone="sand" labelledBy="related" data-print="hide">
      <SectionHeading id="related">{title}</SectionHeading>
      <SnapRow label={title} className="sm:grid-cols-2 lg:grid-cols-3">
        {children}
      </SnapRow>
      <p className="mt-8">
        <Link to={all.path} className={textLinkClasses}>
          {all.label}
        </Link>
      </p>
    </Section>
  );
}
