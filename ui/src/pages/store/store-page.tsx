/** Without the feature `shop`, nothing can be bought. */
import type { ReactNode } from 'react';
import { BusFront, Check, Newspaper, Users } from 'lucide-react';
import { PageHero } from '../../components/layout/page-hero';
import { type Product, store } from '../../content/marketing/store';
import { useComingSoon } from '../../features/coming-soon/use-coming-soon';
import {
  Button,
  type ButtonProps,
  LinkButton,
  buttonClasses,
} from '../../components/controls/button';
import { OutsideLink } from '../../components/controls/outside-link';
import { MailText } from '../../components/text/mail-text';
import { Picture } from '../../components/pictures/picture';
import { Section, SectionHeading, TitledSection } from '../../components/layout/section';
import { paths } from '../../content/site/pages';
import { IconCard } from '../../components/layout/icon-card';
import { siteSettings, Switch } from '../../lib/browser/site';
import { tintAt } from '../../components/pictures/arched-portrait';

export function StorePage() {
  const { announce, dialog } = useComingSoon(<WriteToTheStore />);
  return (
    <>
      <PageHero {...store.hero} />
      <Switch
        feature="shop"
        on={
          <noscript>
            <p className="mx-auto max-w-7xl px-5 pt-8 sm:px-8">
              <MailText>{store.withoutScript}</MailText>
            </p>
          </noscript>
        }
      />
      <SignatureCollections onAsk={announce} />
      <FeaturedProducts onAsk={announce} />
      <WhereTheMoneyGoes />
      <BulkOrders onAsk={announce} />
      {dialog}
    </>
  );
}

function WriteToTheStore() {
  const { text, action, email } = store.today;
  return (
    <>
      <p>
        <MailText>{text}</MailText>
      </p>
      <a href={`mailto:${email}`} className={`${buttonClasses()} mt-4 w-full`} data-autofocus>
        {action}
      </a>
    </>
  );
}

type ShopButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'className'> & {
  children: ReactNode;
  onAsk: () => void;
};

/** A link to the shop. Without the feature `shop`, a button that opens the coming-soon dialog. */
function ShopButton({ children, onAsk, ...look }: ShopButtonProps) {
  return (
    <Switch
      feature="shop"
      on={
        <OutsideLink {...look} href={siteSettings().shop_url}>
          {children}
        </OutsideLink>
      }
      off={
        <Button {...look} onClick={onAsk}>
          {children}
        </Button>
      }
    />
  );
}

function SignatureCollections({ onAsk }: { onAsk: (feature: string) => void }) {
  const { title, lead, action, items } = store.collections;
  return (
    <TitledSection id="collections" tone="paper" lead={lead} title={title}>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {items.map(({ name, text, image, alt }) => (
          <li
            key={name}
            className="flex flex-col overflow-hidden rounded-lg border border-sand-deep bg-white"
          >
            <Picture src={image} alt={alt} width={400} height={300} className="h-auto w-full" />
            <div className="flex flex-1 flex-col items-start border-t border-sand-deep p-5">
              <h3 className="text-xl lg:text-lg">{name}</h3>
              <p className="mt-2 mb-5 text-muted">{text}</p>
              <ShopButton variant="secondary" className="mt-auto" onAsk={() => onAsk(name)}>
                {action}
                <span className="sr-only">: {name}</span>
              </ShopButton>
            </div>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function BulkOrders({ onAsk }: { onAsk: (feature: string) => void }) {
  const { bulk, ambassador } = store;
  return (
    <Section
      tone="paper"
      labelledBy="bulk"
      className="grid items-center gap-x-14 gap-y-12 lg:grid-cols-[1.5fr_1fr]"
    >
      <div>
        <SectionHeading id="bulk" lead={bulk.lead} className="mb-6 sm:mb-7">
          {bulk.title}
        </SectionHeading>
        <ul className="max-w-prose space-y-3">
          {bulk.points.map((point) => (
            <li key={point} className="flex gap-3">
              <Check aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-evergreen" />
              {point}
            </li>
          ))}
        </ul>
        <ShopButton size="large" className="mt-8" onAsk={() => onAsk(bulk.feature)}>
          {bulk.action}
        </ShopButton>
      </div>
      <div className="flex flex-col items-start rounded-t-md border-b-4 border-ink bg-honey/45 p-7 sm:p-9 lg:items-center lg:rounded-doorway lg:px-12 lg:pt-40 lg:pb-12 lg:text-center">
        <h3 className="text-2xl">{ambassador.title}</h3>
        <p className="mt-3 mb-6">{ambassador.text}</p>
        <LinkButton to={paths[ambassador.page]} variant="secondary">
          {ambassador.action}
        </LinkButton>
      </div>
    </Section>
  );
}

const icons = { travel: BusFront, weekend: Users, report: Newspaper } as const;

function WhereTheMoneyGoes() {
  const { title, lead, uses, note } = store.money;
  return (
    <TitledSection id="money" tone="ink" lead={lead} title={title}>
      <div className="grid gap-6 lg:grid-cols-3">
        {uses.map((use, index) => (
          <IconCard key={use.id} icon={icons[use.id]} title={use.title} tint={tintAt(index)}>
            <p>{use.text}</p>
          </IconCard>
        ))}
      </div>
      <p className="mt-8 max-w-prose text-[0.95rem] text-white/85">{note}</p>
    </TitledSection>
  );
}

function FeaturedProducts({ onAsk }: { onAsk: (feature: string) => void }) {
  const { title, lead, items, all } = store.products;
  return (
    <TitledSection id="products" tone="white" lead={lead} title={title}>
      <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((product) => (
          <ProductItem key={product.name} product={product} onAsk={() => onAsk(product.feature)} />
        ))}
      </ul>
      <p className="mt-12 text-center">
        <ShopButton variant="secondary" size="large" onAsk={() => onAsk(all.feature)}>
          {all.label}
        </ShopButton>
      </p>
    </TitledSection>
  );
}

/** On a phone, the picture is next to the text. */
function ProductItem({ product, onAsk }: { product: Product; onAsk: () => void }) {
  const { name, price, image, alt, note, action } = product;
  return (
    <li className="grid grid-cols-[7rem_1fr] gap-5 sm:flex sm:flex-col">
      <div className="self-start rounded-t-md border-b-4 border-ink bg-sand/60 px-2 pt-2 sm:self-stretch sm:px-8 sm:pt-8">
        <Picture
          src={image}
          alt={alt}
          width={400}
          height={400}
          className="mx-auto h-auto w-full max-w-72"
        />
      </div>
      <div className="flex flex-1 flex-col items-start">
        <div className="flex w-full flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="text-xl">{name}</h3>
          <p className="font-serif text-2xl leading-tight font-semibold text-clay">{price}</p>
        </div>
        <p className="mt-1 mb-4 text-muted">{note}</p>
        <ShopButton className="mt-auto" onAsk={onAsk}>
          {action}
          <span className="sr-only">: {name}</span>
        </ShopButton>
      </div>
    </li>
  );
}
