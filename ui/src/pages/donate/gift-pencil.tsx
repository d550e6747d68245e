/** The uses of a donation, drawn as a pencil with proportional parts. */
import { classNames } from '../../lib/class-names';

const PAINT_FROM = 92;
const PAINT_WIDTH = 790;
const PAINT_TO = PAINT_FROM + PAINT_WIDTH;
const HEIGHT = 84;

/** In the order of the shares. */
export const shareFills = ['fill-evergreen', 'fill-clay', 'fill-gold'] as const;

export interface GiftPencilProps {
  label: string;
  shares: readonly { percent: number }[];
  className?: string;
}

export function GiftPencil({ label, shares, className }: GiftPencilProps) {
  const before = (index: number) =>
    shares.slice(0, index).reduce((sum, share) => sum + share.percent, 0);
  const along = (percent: number) => (PAINT_WIDTH * percent) / 100;

  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-3 -3 1006 ${HEIGHT + 6}`}
      className={classNames('h-auto w-full', className)}
    >
      <path d={`M54 0H20Q0 0 0 20v${HEIGHT - 40}q0 20 20 20h34z`} className="fill-blush" />
      <path d={`M54 0h38v${HEIGHT}H54z`} className="fill-sand-deep" />
      {shares.map(({ percent }, index) => (
        <rect
          key={index}
          x={PAINT_FROM + along(before(index))}
          width={along(percent)}
          height={HEIGHT}
          className={shareFills[index]}
        />
      ))}
      {/* A light upper facet and a dark lower one. */}
      <path d={`M${PAINT_FROM} 0h${PAINT_WIDTH}v26H${PAINT_FROM}z`} className="fill-white/20" />
      <path d={`M${PAINT_FROM} 60h${PAINT_WIDTH}v24H${PAINT_FROM}z`} className="fill-ink-deep/20" />
      <path d={`M${PAINT_TO} 0L1000 42 ${PAINT_TO} ${HEIGHT}z`} className="fill-paper" />
      <path d="M960 27.2L1000 42l-40 14.8z" className="fill-ink" />
      <g className="fill-none stroke-ink stroke-[3]">
        <path
          d={`M${PAINT_TO} 0H20Q0 0 0 20v${HEIGHT - 40}q0 20 20 20H${PAINT_TO}L1000 42z`}
          className="[stroke-linejoin:round]"
        />
        <path d={`M54 0v${HEIGHT}M66 0v${HEIGHT}M80 0v${HEIGHT}M${PAINT_FROM} 0v${HEIGHT}`} />
        {shares.map((_, index) => (
          <path key={index} d={`M${PAINT_FROM + along(before(index + 1))} 0v${HEIGHT}`} />
        ))}
      </g>
    </svg>
  );
}
