/**
 * Structured data for search engines in the vocabulary of https://schema.org, following
 * https://developers.google.com/search/docs/appearance/structured-data.
 */
import type {
  BlogPosting,
  BreadcrumbList,
  FAQPage,
  NGO,
  Report,
  Thing,
  WebSite,
  WithContext,
} from 'schema-dts';
import type { organisation } from '../../src/content/site/organisation';
import type { Story } from './feeds.ts';

export type Organisation = typeof organisation;

const vocabulary = { '@context': 'https://schema.org' } as const;

export interface PageContext {
  origin: string;
  path: string;
  /** URL of the link preview picture. */
  picture: string;
  organisation: Organisation;
}

const reference = ({ origin, organisation }: PageContext) =>
  ({ '@type': 'NGO', '@id': `${origin}/#organization`, name: organisation.name }) as const;

export function organizationData({ origin, organisation }: PageContext): WithContext<NGO> {
  const { place } = organisation;
  return {
    ...vocabulary,
    '@type': 'NGO',
    '@id': `${origin}/#organization`,
    name: organisation.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    description: organisation.mission,
    email: organisation.email,
    telephone: organisation.phoneHref.replace(/^tel:/, ''),
    taxID: organisation.ein,
    address: {
      '@type': 'PostalAddress',
      streetAddress: place.street,
      addressLocality: place.city,
      addressRegion: place.state,
      postalCode: place.zipCode,
      addressCountry: 'US',
    },
  };
}

export function websiteData(context: PageContext): WithContext<WebSite> {
  return {
    ...vocabulary,
    '@type': 'WebSite',
    name: context.organisation.name,
    url: `${context.origin}/`,
    inLanguage: 'en-US',
    publisher: reference(context),
  };
}

export function faqData(
  questions: readonly { question: string; answer: readonly string[] }[],
): WithContext<FAQPage> {
  return {
    ...vocabulary,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join('\n') },
    })),
  };
}

export function postData(context: PageContext, story: Story): WithContext<BlogPosting> {
  return {
    ...vocabulary,
    '@type': 'BlogPosting',
    headline: story.title,
    description: story.excerpt,
    datePublished: story.date,
    dateModified: story.date,
    author: { '@type': 'Person', name: story.author },
    publisher: reference(context),
    image: context.picture,
    mainEntityOfPage: context.origin + context.path,
    articleSection: story.category,
    inLanguage: 'en-US',
  };
}

export interface PublishedReport {
  title: string;
  subtitle: string;
  year: string;
  /** Undefined for the featured report, which has several. */
  topic?: string | undefined;
}

export function reportData(context: PageContext, report: PublishedReport): WithContext<Report> {
  return {
    ...vocabulary,
    '@type': 'Report',
    headline: report.title,
    description: report.subtitle,
    datePublished: report.year,
    author: reference(context),
    publisher: reference(context),
    image: context.picture,
    url: context.origin + context.path,
    ...(report.topic === undefined ? {} : { about: report.topic }),
    inLanguage: 'en-US',
    isAccessibleForFree: true,
  };
}

/** `steps` are the pages from the home page to the page itself. */
export function breadcrumbData(
  origin: string,
  steps: readonly { title: string; path: string }[],
): WithContext<BreadcrumbList> {
  return {
    ...vocabulary,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ title, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: origin + path,
    })),
  };
}

export function scriptOf(data: WithContext<Thing>): string {
  // An unescaped "<" could close the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${json}</script>`;
}
