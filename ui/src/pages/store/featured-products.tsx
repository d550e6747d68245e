/** The six featured products with their prices. */
import { Button } from '../../components/button';
import { Picture } from '../../components/picture';
import { tintGrounds, tints } from '../../components/portrait-door';
import { Section, SectionHeading } from '../../components/section';
import { type Product, store } from '../../content/store';
import { classNames } from '../../lib/class-names';

export function FeaturedProducts({ onAsk }: { onAsk: (feature: string) => void }) {
  const { title, lead, items, all } = store.products;
  return (
    <Section tone="white" labelledBy="products">
      <SectionHeading id="products" lead={lead}>
        {title}
      </SectionHeading>
      <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((product, index) => (
          <ProductItem
            key={product.name}
            product={product}
            ground={tintGrounds[tints[index % tints.length] ?? 'mint']}
            onAsk={() => onAsk(product.name)}
          />
        ))}
      </ul>
      <p className="mt-12 text-center">
        <Button variant="secondary" size="large" onClick={() => onAsk(all.feature)}>
          {all.label}
        </Button>
      </p>
    </Section>
  );
}

interface ItemProps {
  product: Product;
  ground: string;
  onAsk: () => void;
}

function ProductItem({ product, ground, onAsk }: ItemProps) {
  const { name, price, image, alt, note, action } = product;
  return (
    <li className="flex flex-col">
      <div className={classNames('rounded-md border-b-4 border-ink px-8 pt-8', ground)}>
        <Picture
          src={image}
          alt={alt}
          width={400}
          height={400}
          className="mx-auto h-auto w-full max-w-72"
        />
      </div>
      <div className="mt-5 flex items-baseline justify-between gap-4">
        <h3 className="text-xl">{name}</h3>
        <p className="font-serif text-2xl leading-tight font-semibold text-clay">{price}</p>
      </div>
      <p className="mt-1 mb-4 text-muted">{note}</p>
      <Button className="mt-auto self-start" onClick={onAsk}>
        {action}
        <span className="sr-only">: {name}</span>
      </Button>
    </li>
  );
}
