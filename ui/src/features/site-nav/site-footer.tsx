import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type PageName, paths } from '../../content/site/pages';
import { InertButton } from '../../components/controls/button';
import { NoWrap } from '../../components/text/mail-text';
import { footer } from '../../content/site/navigation';
import { organisation } from '../../content/site/organisation';
import { Wordmark } from './menu-parts';

const link =
  'inline-flex min-h-8 items-center leading-snug text-white/90 underline-offset-4 hover:text-white hover:underline';

export function SiteFooter({ nextStep }: { nextStep?: ReactNode }) {
  return (
    <footer data-print="hide" className="@container ink-band border-t-8 border-sand-deep">
      {nextStep}
      <div
        id="site-links"
        className="mx-auto grid w-full max-w-7xl grid-cols-[auto_1fr] @max-[17rem]:grid-cols-1 gap-x-6 gap-y-10 px-5 pt-12 pb-10 sm:grid-cols-[auto_1fr_auto] sm:gap-x-8 sm:px-8 md:gap-x-16 lg:grid-cols-[1fr_auto_auto_auto] lg:gap-x-12 xl:gap-x-24"
      >
        <div className="col-span-full lg:col-span-1">
          <Wordmark onDark />
          <p className="mt-3 max-w-xs text-white/85 sm:max-w-lg lg:max-w-xs">
            <NoWrap>{organisation.mission}</NoWrap>
          </p>
          <ul
            aria-label={footer.socialLabel}
            className="mt-5 grid w-fit grid-cols-2 gap-2 min-[22rem]:flex min-[22rem]:flex-wrap"
          >
            {footer.social.map((name) => (
              <li key={name}>
                <InertButton
                  plain
                  className="min-h-9 w-full rounded-full border border-white/40 px-2.5 text-sm font-medium hover:border-white hover:bg-white/10"
                >
                  {name}
                </InertButton>
              </li>
            ))}
          </ul>
        </div>
        <LinkColumn {...footer.quickLinks} />
        <LinkColumn {...footer.support} />
        <ContactColumn />
      </div>
      <div className="border-t border-white/20">
        <div className="mx-auto flex w-full max-w-7xl flex-col gap-3 px-5 py-5 text-[0.95rem] sm:flex-row sm:items-center sm:justify-between sm:px-8">
          <p className="text-white/85">{organisation.copyright}</p>
          <nav aria-label={footer.legalNav}>
            <LinkList links={footer.legal} className="flex flex-wrap gap-x-6" />
          </nav>
        </div>
      </div>
    </footer>
  );
}

type Links = readonly { page: PageName; label: string }[];

function LinkList({ links, className }: { links: Links; className: string }) {
  return (
    <ul className={className}>
      {links.map(({ page, label }) => (
        <li key={page}>
          <Link to={paths[page]} className={link}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function LinkColumn({ title, links }: { title: string; links: Links }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-lg text-gold">{title}</h2>
      <LinkList links={links} className="mt-3 space-y-1" />
    </nav>
  );
}

function ContactColumn() {
  const words = footer.contact;
  return (
    <section aria-label={words.title} className="col-span-full sm:col-span-1">
      <h2 className="text-lg text-gold">{words.title}</h2>
      <address className="mt-3 space-y-1 not-italic">
        <a href={`mailto:${organisation.email}`} className={`${link} break-all`}>
          {organisation.email}
        </a>
        <br />
        <a href={organisation.phoneHref} className={link}>
          {organisation.phone}
        </a>
        <p className="pt-1 text-white/90">
          {organisation.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </p>
      </address>
    </section>
  );
}
