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
          <Button onClick={() => announce(teacher.feature)}>{teacher.label}</Button>
          <NextStep className="mt-3 text-[0.95rem] text-muted" />
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
    <li className="flex flex-col gap-5 rounded-lg border border-sand-deep bg-white p-6 sm:flex-row sm:gap-7 sm:p-8 lg:flex-col lg:gap-5">
      <ArchedIcon icon={icon} tint={tint} />
      <div className="flex flex-1 flex-col items-start">
        <h3 className="text-2xl">{title}</h3>
        <p className="mt-2 mb-6 text-muted">{text}</p>
        <div className="mt-auto">{children}</div>
      </div>
    </li>
  );
}
