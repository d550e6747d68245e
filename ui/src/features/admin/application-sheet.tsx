/** Every answer of one application, in the order of the form. Read on screen and on paper. */
import type { ReactNode } from 'react';
import type { ApplicationDetail } from '../../api/review';
import { FactList } from '../../components/fact-list';
import { Moment } from '../../components/moment';
import { Portrait } from '../../components/portrait';
import { StatusBadge } from '../../components/status-badge';
import { admin } from '../../content/admin';
import { application as words } from '../../content/application';
import { fieldOf, fieldsOf } from '../../content/application-fields';
import { answerText } from '../../lib/answer-text';
import { nameOf, statusTones } from './application-actions';

const { detail } = admin;
const STEPS = [1, 2, 3] as const;

type Fact = readonly [name: string, value: ReactNode];

function Group({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className="break-inside-avoid">
      <h3 className="mb-3 border-b border-sand pb-1 font-serif text-lg">{title}</h3>
      <FactList facts={facts} none={detail.none} />
    </section>
  );
}

export function ApplicationSheet({ application }: { application: ApplicationDetail }) {
  const name = nameOf(application);
  const { status, submitted_at } = application;
  const state = <StatusBadge tone={statusTones[status]}>{admin.status[status]}</StatusBadge>;
  return (
    <div className="space-y-6">
      <div className="flex flex-col-reverse gap-4 sm:flex-row sm:items-start sm:justify-between sm:gap-6 print:flex-row">
        <div className="min-w-0 grow max-sm:w-full">
          <Group
            title={detail.applicant}
            facts={[
              [detail.name, name],
              [detail.email, application.email ?? undefined],
              [admin.list.columns.status, state],
              [detail.submitted, <Moment key="submitted" at={submitted_at} />],
            ]}
          />
        </div>
        <Portrait
          src={application.headshot_url}
          alt={detail.photo(name)}
          firstName={application.first_name ?? ''}
          lastName={application.last_name ?? ''}
        />
      </div>
      {STEPS.map((step) => (
        <Group
          key={step}
          title={words.steps[step]}
          facts={fieldsOf(step).map((field) => {
            const { label, kind } = fieldOf(field);
            return [label, answerText(application[field], kind)];
          })}
        />
      ))}
    </div>
  );
}
