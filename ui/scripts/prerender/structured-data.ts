/**
 * What a page says of itself to search engines, in the vocabulary of https://schema.org and within
 * https://developers.google.com/search/docs/appearance/structured-data. structured-data.test.ts checks it with a validator.
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
import type { organisation } from '../../src/content/organisation';
import type { Story } from './feeds.ts';

export type Organisation = typeof organisation;

const context = '@context';

/** Where the page stands, for all of the functions below. */
export interface Place {
  origin: string;
  path: string;
  /** URL of the picture for previews of shared links. */
  picture: string;
  organisation: Organisation;
}

const reference = ({ origin, organisation }: Place) =>
  ({ '@type': 'NGO', '@id': `${origin}/#organization`, name: organisation.name }) as const;

export function organizationData({ origin, organisation }: Place): WithContext<NGO> {
  const { place } = organisation;
  return {
    [context]: 'https://schema.org',
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

export function websiteData(place: Place): WithContext<WebSite> {
  return {
    [context]: 'https://schema.org',
    '@type': 'WebSite',
    name: place.organisation.name,
    url: `${place.origin}/`,
    inLanguage: 'en-US',
    publisher: reference(place),
  };
}

export interface Question {
  question: string;
  answer: readonly string[];
}

export function faqData(questions: readonly Question[]): WithContext<FAQPage> {
  return {
    [context]: 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join('\n') },
    })),
  };
}

export function postData(place: Place, story: Story): WithContext<BlogPosting> {
  return {
    [context]: 'https://schema.org',
    '@type': 'BlogPosting',
    headline: story.title,
    description: story.excerpt,
    datePublished: story.date,
    dateModified: story.date,
    author: { '@type': 'Person', name: story.author },
    publisher: reference(place),
    image: place.picture,
    mainEntityOfPage: place.origin + place.path,
    articleSection: story.category,
    inLanguage: 'en-US',
  };
}

export interface PublishedReport {
  title: string;
  subtitle: string;
  year: string;
  /** The featured report spans several. */
  topic?: string | undefined;
}

export function reportData(place: Place, report: PublishedReport): WithContext<Report> {
  return {
    [context]: 'https://schema.org',
    '@type': 'Report',
    headline: report.title,
    description: report.subtitle,
    datePublished: report.year,
    author: reference(place),
    publisher: reference(place),
    image: place.picture,
    url: place.origin + place.path,
    ...(report.topic === undefined ? {} : { about: report.topic }),
    inLanguage: 'en-US',
    isAccessibleForFree: true,
  };
}

/** From the home page down to the page itself. */
export function breadcrumbData(
  origin: string,
  steps: readonly { title: string; path: string }[],
): WithContext<BreadcrumbList> {
  return {
    [context]: 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ title, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: origin + path,
    })),
  };
}

/** As it stands in the page's head. */
export function scriptOf(data: WithContext<Thing>): string {
  // A "<" could close the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${json}</script>`;
}
