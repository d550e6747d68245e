/** The map of the home page, whose states are buttons. It is one stop of the Tab key, like a toolbar. */
import { type KeyboardEvent, useId, useState } from 'react';
import { regions as allRegions, target } from '../../../content/membership/target';
import picture from '../../../pictures/map/states-and-districts.svg?raw';
import type { Place } from './places';
import { shapesIn } from './shapes';

const words = target.places;
const shapes = [...shapesIn(picture)];

const DIRECTIONS: Partial<Record<string, readonly [right: number, down: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

function centerOf(shape: Element): readonly [x: number, y: number] {
  const { x, y, width, height } = shape.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

/** The nearest state in this direction. */
function neighborOf(shape: Element, [right, down]: readonly [number, number]) {
  const [x, y] = centerOf(shape);
  const costs = [...shape.ownerDocument.querySelectorAll<SVGElement>('[data-state]')].map((it) => {
    const [itsX, itsY] = centerOf(it);
    const ahead = (itsX - x) * right + (itsY - y) * down;
    const aside = Math.abs((itsX - x) * down) + Math.abs((itsY - y) * right);
    return { it, cost: ahead > 0 && aside < 2 * ahead ? ahead + 2 * aside : Infinity };
  });
  const [best] = costs.toSorted((one, other) => one.cost - other.cost);
  return best?.cost === Infinity ? undefined : best?.it;
}

function toneOf({ all, approved, wanted }: Place, both: string) {
  if (approved > 0 && wanted > 0) return { fill: `url(#${both})` };
  if (approved > 0) return { className: 'fill-evergreen' };
  if (wanted > 0) return { className: 'fill-gold' };
  return { className: all > 0 ? 'fill-edge/50' : 'fill-white' };
}

type Props = {
  placeOf(code: string): Place;
  chosen: readonly string[];
  regions: readonly string[];
  onToggle(code: string): void;
};

export default function StatesMap({ placeOf, chosen, regions, onToggle }: Props) {
  const [stop, setStop] = useState(
    chosen.find((code) => shapes.some(([it]) => it === code)) ?? 'AL',
  );
  const [pointed, setPointed] = useState<string>();
  const both = useId();
  const keys = useId();
  const inRegions = allRegions
    .filter(({ value }) => regions.includes(value))
    .flatMap(({ states }) => states.split(' '));
  const outlined = (codes: readonly string[]) =>
    shapes
      .filter(([code]) => codes.includes(code))
      .map(([, d]) => d)
      .join('');

  const textOf = (code: string) => {
    const { name, all, approved, wanted } = placeOf(code);
    return words.whole(name, all, words.parts(approved, wanted));
  };
  const onKeyDown = (event: KeyboardEvent<SVGElement>, code: string) => {
    const direction = DIRECTIONS[event.key];
    if (event.key !== 'Enter' && event.key !== ' ' && direction === undefined) return;
    event.preventDefault();
    if (direction === undefined) onToggle(code);
    else neighborOf(event.currentTarget, direction)?.focus();
  };
  return (
    <div>
      <svg
        role="group"
        aria-label={words.map}
        aria-describedby={keys}
        viewBox="0 0 960 600"
        className="w-full"
      >
        <defs>
          <pattern
            id={both}
            width="12"
            height="12"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="12" height="12" className="fill-evergreen" />
            <rect width="5" height="12" className="fill-gold" />
          </pattern>
        </defs>
        <g className="cursor-pointer stroke-edge">
          {shapes.map(([code, d]) => (
            <path
              key={code}
              d={d}
              data-state={code}
              role="button"
              aria-label={textOf(code)}
              aria-pressed={chosen.includes(code)}
              tabIndex={code === stop ? 0 : -1}
              onClick={() => onToggle(code)}
              onKeyDown={(event) => onKeyDown(event, code)}
              onFocus={() => {
                setStop(code);
                setPointed(code);
              }}
              onPointerEnter={() => setPointed(code)}
              {...toneOf(placeOf(code), both)}
            />
          ))}
        </g>
        {/* Above the neighbors, which would cover half of a line. */}
        <g className="pointer-events-none fill-none stroke-clay" aria-hidden="true">
          <path d={outlined(inRegions)} strokeWidth="2" strokeDasharray="4 3" />
          <path d={outlined(chosen)} strokeWidth="4" />
        </g>
      </svg>
      <p className="min-h-6 text-sm">{pointed !== undefined && textOf(pointed)}</p>
      <p id={keys} className="text-sm text-muted">
        {words.mapKeys}
      </p>
    </div>
  );
}
