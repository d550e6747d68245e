/** A white card that says one thing, under a line icon in a small doorway. */
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
        'flex h-full flex-col rounded-lg border border-sand-deep bg-white p-6 text-ink sm:p-7',
        className,
      )}
    >
      <IconDoor icon={Icon} tint={tint} />
      <Heading className="mt-5 text-xl">{title}</Heading>
      <div className="mt-2 text-muted">{children}</div>
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
