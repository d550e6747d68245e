/** The map of the home page, whose states are buttons. It is one stop of the Tab key, like a toolbar. */
import { type KeyboardEvent, useId, useState } from 'react';
import { regions as allRegions, target } from '../../../content/membership/target';
import picture from '../../../pictures/map/states-and-districts.svg?raw';
import { stateName } from '../list/filters';
import type { Place } from './places';
import { shapesIn } from './shapes';

const words = target.places;
const shapes = [...shapesIn(picture)].toSorted(([one], [other]) =>
  stateName(one).localeCompare(stateName(other), 'en'),
);

const STEPS: Partial<Record<string, 'nextElementSibling' | 'previousElementSibling'>> = {
  ArrowRight: 'nextElementSibling',
  ArrowLeft: 'previousElementSibling',
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
};

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
    const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget } = event;
    const step = STEPS[key];
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    if (key !== 'Enter' && key !== ' ' && step === undefined) return;
    event.preventDefault();
    if (step === undefined) onToggle(code);
    else (currentTarget[step] as SVGElement | null)?.focus();
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
