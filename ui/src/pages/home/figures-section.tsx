import { Picture } from '../../components/pictures/picture';
import { TitledSection } from '../../components/layout/section';
import { home } from '../../content/marketing/home';
import { Counter } from '../../features/counters/counter';
import { classNames } from '../../lib/class-names';

export function FiguresSection() {
  const { title, source, items, map } = home.figures;
  return (
    <TitledSection id="figures" tone="ink" title={title}>
      <div className="grid items-center gap-x-16 gap-y-12 lg:grid-cols-[1fr_1.1fr]">
        <div>
          <ul className="grid grid-cols-2 gap-x-8 gap-y-9">
            {items.map((figure, index) => (
              <li key={figure.label} className={classNames(index === 0 && 'col-span-2')}>
                <Counter {...figure} large={index === 0} />
              </li>
            ))}
          </ul>
          <p className="mt-9 text-[0.95rem] text-white/85">{source}</p>
        </div>
        <figure>
          <Picture
            src={map.picture}
            alt={map.alt}
            width={960}
            height={600}
            className="h-auto w-full"
          />
          <figcaption className="mt-4 text-[0.95rem] text-white/85">{map.caption}</figcaption>
        </figure>
      </div>
    </TitledSection>
  );
}
