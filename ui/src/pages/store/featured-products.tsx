import { Button } from '../../components/controls/button';
import { Picture } from '../../components/pictures/picture';
import { TitledSection } from '../../components/layout/section';
import { type Product, store } from '../../content/marketing/store';

export function FeaturedProducts({ onAsk }: { onAsk: (feature: string) => void }) {
  const { title, lead, items, all } = store.products;
  return (
    <TitledSection id="products" tone="white" lead={lead} title={title}>
      <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((product) => (
          <ProductItem key={product.name} product={product} onAsk={() => onAsk(product.feature)} />
        ))}
      </ul>
      <p className="mt-12 text-center">
        <Button variant="secondary" size="large" onClick={() => onAsk(all.feature)}>
          {all.label}
        </Button>
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
        <Button className="mt-auto" onClick={onAsk}>
          {action}
          <span className="sr-only">: {name}</span>
        </Button>
      </div>
    </li>
  );
}
