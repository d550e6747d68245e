type Props = { most: number; approved: number; wanted: number; other?: number; className: string };

/** Numbers as parts of a bar. SVG, because the content security policy forbids style attributes. The text beside it says the same. */
export function Tones({ most, approved, wanted, other = 0, className }: Props) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${most} 1`}
      preserveAspectRatio="none"
      className={`bg-sand ${className}`}
    >
      <rect width={approved} height="1" className="fill-evergreen" />
      <rect x={approved} width={wanted} height="1" className="fill-gold" />
      <rect x={approved + wanted} width={other} height="1" className="fill-edge/50" />
    </svg>
  );
}
