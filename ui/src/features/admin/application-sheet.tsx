/** Every answer of one application, in the order of the form. Read on screen and on paper. */
import type { ReactNode } from 'react';
import type { ApplicationDetail } from '../../api/review';
import { Portrait } from '../../components/portrait';
import { StatusBadge } from '../../components/status-badge';
import { admin } from '../../content/admin';
import { application as words } from '../../content/application';
import { nameOf, statusTones } from './application-actions';
import { Moment } from './application-rows';

const { detail } = admin;
const { fields, steps } = words;

type Row = readonly [label: string, value: ReactNode];

function Group({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section className="break-inside-avoid">
      <h3 className="border-b border-sand pb-1 font-serif text-lg">{title}</h3>
      <dl className="mt-3 grid items-baseline gap-x-6 sm:grid-cols-[12rem_1fr] sm:gap-y-2 print:grid-cols-[12rem_1fr]">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="mb-2 wrap-anywhere whitespace-pre-line sm:mb-0">
              {value ?? detail.none}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A date without a time: noon keeps the day the same in every time zone. */
function BirthDate({ date }: { date: string }) {
  return (
    <time dateTime={date}>
      {new Date(`${date}T12:00:00`).toLocaleDateString('en-US', { dateStyle: 'long' })}
    </time>
  );
}

export function ApplicationSheet({ application }: { application: ApplicationDetail }) {
  const name = nameOf(application);
  return (
    <div className="space-y-6">
      <div className="flex flex-col-reverse gap-4 sm:flex-row sm:items-start sm:justify-between sm:gap-6 print:flex-row">
        <div className="min-w-0 grow max-sm:w-full">
          <Group
            title={detail.applicant}
            rows={[
              [detail.name, name],
              [detail.email, application.email],
              [
                admin.list.columns.status,
                <StatusBadge key="status" tone={statusTones[application.status]}>
                  {admin.status[application.status]}
                </StatusBadge>,
              ],
              [detail.submitted, <Moment key="submitted" at={application.submitted_at} />],
              ...(application.reviewed_at === null
                ? []
                : [
                    [
                      detail.reviewed,
                      <Moment key="reviewed" at={application.reviewed_at} />,
                    ] as const,
                  ]),
            ]}
          />
        </div>
        <Portrait
          src={application.headshot_url}
          alt={detail.photo(name)}
          firstName={application.first_name}
          lastName={application.last_name}
        />
      </div>
      <Group
        title={steps[1]}
        rows={[
          [fields.teaching_experience, application.teaching_experience],
          [fields.teaching_position, application.teaching_position],
          [fields.school_district, application.school_district],
          [fields.subjects_taught, application.subjects_taught.join(', ') || undefined],
        ]}
      />
      <Group
        title={steps[2]}
        rows={[
          [fields.date_of_birth, <BirthDate key="birth" date={application.date_of_birth} />],
          [fields.address_line1, application.address_line1],
          [fields.address_line2, application.address_line2],
          [fields.city, application.city],
          [fields.state, application.state],
          [fields.zip_code, application.zip_code],
          [fields.phone, application.phone],
        ]}
      />
      <Group title={steps[3]} rows={[[fields.t_shirt_size, application.t_shirt_size]]} />
    </div>
  );
}
