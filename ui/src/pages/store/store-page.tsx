/** The store: collections, featured products, where the money goes, bulk orders. Nothing can be bought yet. */
import { PageHero } from '../../components/page-hero';
import { store } from '../../content/marketing/store';
import { useComingSoon } from '../../features/coming-soon/use-coming-soon';
import { BulkOrders } from './bulk-orders';
import { FeaturedProducts } from './featured-products';
import { SignatureCollections } from './signature-collections';
import { WhereTheMoneyGoes } from './where-the-money-goes';

export function StorePage() {
  const { announce, dialog } = useComingSoon();
  return (
    <>
      <PageHero {...store.hero} />
      <SignatureCollections onAsk={announce} />
      <FeaturedProducts onAsk={announce} />
      <WhereTheMoneyGoes />
      <BulkOrders onAsk={announce} />
      {dialog}
    </>
  );
}
