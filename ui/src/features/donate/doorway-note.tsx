/** A few words under the rings of the site's doorway; a plain box where there is no room for an arch. */

const RINGS = [30, 56, 84, 112];

export function DoorwayNote({ title, text }: { title: string; text: string }) {
  return (
    <div className="relative flex flex-col justify-end overflow-hidden rounded-t-md border-b-4 border-ink bg-mint p-6 sm:p-8 lg:rounded-doorway lg:px-12 lg:pt-88 lg:pb-10 forced-colors:border">
      <svg
        viewBox="0 0 400 400"
        aria-hidden="true"
        className="absolute inset-x-0 top-0 hidden w-full fill-none stroke-white/55 stroke-[8] lg:block print:hidden"
      >
        {RINGS.map((radius) => (
          <circle key={radius} cx="200" cy="200" r={radius} />
        ))}
      </svg>
      <div className="relative">
        <h4 className="text-xl">{title}</h4>
        <p className="mt-3">{text}</p>
      </div>
    </div>
  );
}
