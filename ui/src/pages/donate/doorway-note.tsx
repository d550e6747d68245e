/** What a gift does: a picture on the floor of a doorway, and the words beneath it. */
import { Picture } from '../../components/pictures/picture';
import { type Tint, tintGrounds } from '../../components/pictures/arched-portrait';
import { classNames } from '../../lib/class-names';

export interface DoorwayNoteProps {
  title: string;
  text: string;
  /** Address of a picture that stands on the doorway's floor; decoration. */
  image: string;
  tint: Tint;
}

export function DoorwayNote({ title, text, image, tint }: DoorwayNoteProps) {
  return (
    <div className="flex h-full flex-col">
      <div
        className={classNames(
          'mx-auto flex w-40 items-end overflow-hidden rounded-doorway border-b-4 border-ink px-2 pt-10 print:hidden forced-colors:border',
          tintGrounds[tint],
        )}
      >
        <Picture src={image} alt="" width={320} height={240} className="h-auto w-full" />
      </div>
      <h3 className="mt-5 text-xl">{title}</h3>
      <p className="mt-2 text-muted">{text}</p>
    </div>
  );
}
