/** A white card that says one thing, under a line icon in a small doorway; beside it where the card is wide. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names';
import { type Tint, tintGrounds } from './portrait-door';

export interface IconCardProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  tint?: Tint;
  headingLevel?: 2 | 3 | 4;
  className?: string;
}

export function IconCard({
  icon: Icon,
  title,
  children,
  tint = 'mint',
  headingLevel = 3,
  className,
}: IconCardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      className={classNames(
        '@container h-full rounded-lg border border-sand-deep bg-white text-ink',
        className,
      )}
    >
      <div className="flex flex-col gap-5 p-6 sm:p-7 @2xl:flex-row @2xl:gap-7">
        <IconDoor icon={Icon} tint={tint} />
        <div className="flex-1">
          <Heading className="text-xl">{title}</Heading>
          <div className="mt-2 text-muted">{children}</div>
        </div>
      </div>
    </div>
  );
}

/** The icon in its doorway, alone. */
export function IconDoor({ icon: Icon, tint = 'mint' }: { icon: LucideIcon; tint?: Tint }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'flex h-14 w-12 items-center justify-center rounded-doorway pt-1.5 text-ink',
        tintGrounds[tint],
      )}
    >
      <Icon className="size-6" />
    </span>
  );
}
