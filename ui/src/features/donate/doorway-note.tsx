/**
 * A picture in the site's doorway, and beneath its floor what such a gift does. Where there is no room for an arch,
 * the words alone in a plain box.
 */
import { Picture } from '../../components/picture';
import { type Tint, tintGrounds } from '../../components/portrait-door';
import { classNames } from '../../lib/class-names';

const RINGS = [36, 62, 88, 126, 158, 190];

export interface DoorwayNoteProps {
  title: string;
  text: string;
  /** Address of a picture that stands on the doorway's floor; decoration. */
  image: string;
  tint: Tint;
}

export function DoorwayNote({ title, text, image, tint }: DoorwayNoteProps) {
  return (
    <div
      className={classNames(
        'relative flex flex-col justify-end overflow-hidden rounded-t-md border-b-4 border-ink lg:rounded-doorway forced-colors:border',
        tintGrounds[tint],
      )}
    >
      <svg
        viewBox="0 0 400 400"
        aria-hidden="true"
        className="absolute inset-x-0 top-0 hidden w-full fill-none stroke-white/55 stroke-[6] lg:block print:hidden"
      >
        {RINGS.map((radius) => (
          <circle key={radius} cx="200" cy="200" r={radius} />
        ))}
      </svg>
      <Picture
        src={image}
        alt=""
        width={320}
        height={240}
        className="relative mx-auto hidden h-auto w-2/3 lg:mt-24 lg:block print:hidden"
      />
      <div className="relative border-ink p-6 sm:p-8 lg:border-t-4 lg:bg-paper lg:px-10 lg:py-7">
        <h4 className="text-xl">{title}</h4>
        <p className="mt-2">{text}</p>
      </div>
    </div>
  );
}
