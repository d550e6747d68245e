/** The frame of each tab: at the left what is given and its button, at the right what such a gift does. */
import type { ReactNode } from 'react';
import { InertButton } from '../../components/inert-button';
import { DoorwayNote, type DoorwayNoteProps } from './doorway-note';

export interface PlanProps {
  title: string;
  text: string;
  action: string;
  aside: DoorwayNoteProps;
}

export function Plan({
  title,
  text,
  action,
  aside,
  children,
}: PlanProps & { children: ReactNode }) {
  return (
    <div className="grid h-full gap-x-14 gap-y-10 lg:grid-cols-[1.5fr_1fr]">
      <div>
        <h3 className="text-2xl sm:text-3xl">{title}</h3>
        <p className="mt-3 max-w-prose text-muted">{text}</p>
        {children}
        <InertButton size="large" className="mt-7">
          {action}
        </InertButton>
      </div>
      <DoorwayNote {...aside} />
    </div>
  );
}
