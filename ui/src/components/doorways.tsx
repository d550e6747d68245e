/** The site's emblem: three arched doorways in light tints. Decoration only. */
import { useId } from 'react';

const WIDTH = 104;
const RADIUS = WIDTH / 2;
const FLOOR = 200;
const RINGS = [17, 29, 41, 58, 72, 86];

export function Doorways({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 360 220" aria-hidden="true" focusable="false" className={className}>
      <path d="M0 200v-66h360v66z" className="fill-ink" />
      <Doorway x={14} top={62} tint="fill-mint" />
      <Doorway x={128} top={12} tint="fill-honey" />
      <Doorway x={242} top={86} tint="fill-blush" />
      <path d="M0 200h360v7H0z" className="fill-sand-deep" />
      <path d="M0 207h360v13H0z" className="fill-ink" />
    </svg>
  );
}

function Doorway({ x, top, tint }: { x: number; top: number; tint: string }) {
  const clip = useId();
  const centre = { cx: x + RADIUS, cy: top + RADIUS };
  const arch = `M${x} ${FLOOR}V${centre.cy}a${RADIUS} ${RADIUS} 0 0 1 ${WIDTH} 0V${FLOOR}z`;
  return (
    <g>
      <clipPath id={clip}>
        <path d={arch} />
      </clipPath>
      <path d={arch} className={tint} />
      <g clipPath={`url(#${clip})`} className="fill-none stroke-white/55 stroke-[3]">
        {RINGS.map((ring) => (
          <circle key={ring} {...centre} r={ring} />
        ))}
      </g>
    </g>
  );
}
