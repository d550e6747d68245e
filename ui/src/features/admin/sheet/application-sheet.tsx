/** Every answer in an application, long texts first, for screen and print. */
import type { ApplicationDetail } from '../../../api/review/applications';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { FactList } from '../../../components/lists/fact-list';
import { admin } from '../../../content/membership/admin';
import { application as words } from '../../../content/membership/application';
import { fieldOf, fieldsOf, type FieldName } from '../../../content/membership/application-fields';
import { type ChangeableName, changeRequests } from '../../../content/membership/change-requests';
import { answerText } from '../../../lib/format';

const { detail } = admin;
const STEPS = [1, 2, 3] as const;

const isText = (field: FieldName): boolean => fieldOf(field).kind === 'text';

type Props = { application: ApplicationDetail; changed: ReadonlySet<ChangeableName> };

export function ApplicationSheet({ application, changed }: Props) {
  const answer = (field: FieldName) => {
    const { label, kind } = fieldOf(field);
    const text = answerText(application[field], kind);
    return [label, changed.has(field) ? <Changed key={field} text={text} /> : text] as const;
  };
  return (
    <div className="space-y-6">
      {STEPS.map((step) => {
        const fields = fieldsOf(step);
        const facts = fields.filter((field) => !isText(field)).map(answer);
        return (
          <section key={step} className="break-inside-avoid">
            <h3 className="mb-3 border-b border-sand pb-1 font-serif text-lg">
              {words.steps[step]}
            </h3>
            {fields.filter(isText).map((field) => {
              const [label, text] = answer(field);
              return (
                <dl key={field} className="mb-5">
                  <dt className="text-sm text-muted">{label}</dt>
                  <dd className="mt-1 max-w-[65ch] text-lg leading-relaxed wrap-anywhere whitespace-pre-line">
                    {text ?? detail.none}
                  </dd>
                </dl>
              );
            })}
            <FactList facts={facts} none={detail.none} />
          </section>
        );
      })}
    </div>
  );
}

function Changed({ text }: { text: string | undefined }) {
  return (
    <>
      <span>{text ?? detail.none}</span>{' '}
      <StatusBadge tone="waiting">{changeRequests.comparison.mark}</StatusBadge>
    </>
  );
}
