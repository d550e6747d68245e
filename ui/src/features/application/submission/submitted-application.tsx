import { type ReactNode, type Ref } from 'react';
import { Card } from '../../../components/layout/card';
import { PageHeading } from '../../../components/layout/page-heading';
import { Picture } from '../../../components/pictures/picture';
import keptPlace from '../../../pictures/scenes/kept-place.svg';
import { ApplicationStages } from './application-stages';

type Props = {
  title: string;
  heading: Ref<HTMLHeadingElement>;
  children: ReactNode;
  /** The current stage, from 0. */
  reached: number;
  links: ReactNode;
};

export function SubmittedApplication({ title, heading, children, reached, links }: Props) {
  return (
    <Card>
      <div className="sm:flex sm:items-center sm:justify-between sm:gap-8">
        <div>
          <PageHeading ref={heading} size="card">
            {title}
          </PageHeading>
          <div className="mt-4">{children}</div>
        </div>
        <Picture
          src={keptPlace}
          alt=""
          width={480}
          height={360}
          eager
          data-print="hide"
          className="h-auto w-full max-w-56 shrink-0 max-sm:mx-auto max-sm:mt-5 sm:w-52"
        />
      </div>
      <div className="mt-7 border-t border-sand pt-6">
        <ApplicationStages reached={reached} />
      </div>
      <div className="mt-8 flex flex-wrap gap-3 max-sm:*:w-full">{links}</div>
    </Card>
  );
}
