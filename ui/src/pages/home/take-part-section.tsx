import { HandHeart, type LucideIcon, NotebookPen, School } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../content/site/pages';
import { Button, LinkButton } from '../../components/controls/button';
import { ArchedIcon } from '../../components/layout/icon-card';
import type { Tint } from '../../components/pictures/arched-portrait';
import { NextStep } from '../../features/next-step/next-step';
import { TitledSection } from '../../components/layout/section';
import { home } from '../../content/marketing/home';

export function TakePartSection({ announce }: { announce: (feature: string) => void }) {
  const { title, teacher, supporter, school } = home.takePart;
  return (
    <TitledSection id="take-part" title={title}>
      <ul className="grid gap-6 lg:grid-cols-3">
        <Way icon={NotebookPen} tint="mint" {...teacher}>
          <NextStep className="mb-4 text-[0.95rem] text-muted" />
          <Button onClick={() => announce(teacher.feature)}>{teacher.label}</Button>
        </Way>
        <Way icon={HandHeart} tint="honey" {...supporter}>
          <LinkButton to={paths[supporter.page]}>{supporter.label}</LinkButton>
        </Way>
        <Way icon={School} tint="blush" {...school}>
          <LinkButton to={paths[school.page]}>{school.label}</LinkButton>
        </Way>
      </ul>
    </TitledSection>
  );
}

interface WayProps {
  icon: LucideIcon;
  tint: Tint;
  title: string;
  text: string;
  children: ReactNode;
}

function Way({ icon, tint, title, text, children }: WayProps) {
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 rounded-lg border border-sand-deep bg-white p-5 sm:flex sm:items-start sm:gap-7 sm:p-8 lg:flex-col lg:gap-5">
      <ArchedIcon icon={icon} tint={tint} />
      <div className="contents flex-1 flex-col items-start sm:flex">
        <h3 className="text-2xl">{title}</h3>
        <p className="col-span-2 mt-3 mb-5 text-muted sm:mt-2 sm:mb-6">{text}</p>
        <div className="col-span-2 mt-auto">{children}</div>
      </div>
    </li>
  );
}
