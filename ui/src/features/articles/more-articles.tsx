import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { textLinkClasses } from '../../components/text/mail-text';
import { Section, SectionHeading } from '../../components/layout/section';

export interface MoreArticlesProps {
  title: string;
  children: ReactNode;
  all: { path: string; label: string };
}

export function MoreArticles({ title, children, all }: MoreArticlesProps) {
  return (
    <Section tone="sand" labelledBy="related" data-print="hide">
      <SectionHeading id="related">{title}</SectionHeading>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
      <p className="mt-8">
        <Link to={all.path} className={textLinkClasses}>
          {all.label}
        </Link>
      </p>
    </Section>
  );
}
