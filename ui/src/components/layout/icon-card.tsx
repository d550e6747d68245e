/**
 * A white card with an icon above its text. In a wide card the icon is next to the text, on a phone next to the heading.
 */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names';
import { type Tint, tintGrounds } from '../pictures/arched-portrait';

export function IconCard(props: {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  tint?: Tint;
}) {
  const { icon: Icon, title, children, tint = 'mint' } = props;
  return (
    <div className="@container h-full rounded-lg border border-sand-deep bg-white text-ink">
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-4 p-5 sm:p-7 sm:@max-2xl:block @2xl:gap-x-7">
        <ArchedIcon icon={Icon} tint={tint} className="sm:self-start @2xl:row-span-2" />
        <h3 className="text-xl sm:@max-2xl:mt-5">{title}</h3>
        <div className="col-span-2 mt-3 text-muted @2xl:col-span-1 @2xl:mt-2">{children}</div>
      </div>
    </div>
  );
}

export function ArchedIcon(props: { icon: LucideIcon; tint?: Tint; className?: string }) {
  const { icon: Icon, tint = 'mint', className } = props;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'flex h-14 w-12 shrink-0 items-center justify-center rounded-doorway pt-1.5 text-ink',
        tintGrounds[tint],
        className,
      )}
    >
      <Icon className="size-6" />
    </span>
  );
}
