/** The versions of a template: who saved them and when, what differs from the current one, and a way back. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type EmailTemplate,
  type EmailTemplateName,
  type EmailTemplateVersion,
  getTemplateVersion,
  type TemplateTexts,
} from '../../../api/review/templates';
import { Button } from '../../../components/controls/button';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { ListStates } from '../../../components/lists/list-states';
import { DateTime } from '../../../components/text/date-time';
import { Marked } from '../../../components/text/marked';
import { admin } from '../../../content/membership/admin';
import { emailTemplates } from '../../../content/membership/email-templates';
import { Side, wordDiff } from '../changes/answer-changes';
import { versionsOptions } from './template-cache';
import { isSame } from './template-drafts';

const words = emailTemplates.versions;

function editorOf({ version, edited_by, edited_by_name }: EmailTemplateVersion): string {
  if (edited_by !== null) return emailTemplates.by(edited_by_name ?? admin.deletedAccount);
  return version === 1 ? emailTemplates.shipped : emailTemplates.commandLine;
}

function Change({ version }: { version: EmailTemplateVersion }) {
  return (
    <>
      <DateTime at={version.edited_at} withTime /> {editorOf(version)}
    </>
  );
}

/** When the current version was saved, and by whom. */
export function LastChange({ name }: { name: EmailTemplateName }) {
  const [current] = useQuery(versionsOptions(name)).data ?? [];
  return current && <Change version={current} />;
}

type Props = {
  template: EmailTemplate;
  /** Undefined while the editor has changes, which a version would replace. */
  onPutBack: ((texts: TemplateTexts) => void) | undefined;
};

export function TemplateVersions({ template, onPutBack }: Props) {
  const { data, isFetching, refetch } = useQuery(versionsOptions(template.template_name));
  const [open, setOpen] = useState<number | null>(null);
  return (
    <section className="mt-8">
      <h3 className="mb-3 border-b border-sand pb-1 font-serif text-lg">{words.title}</h3>
      <ListStates
        words={words}
        state={isFetching ? 'loading' : data === undefined ? 'failed' : 'ready'}
        count={data?.length}
        onRetry={() => void refetch()}
      >
        <ol className="divide-y divide-sand">
          {data?.map((one) => {
            const { version } = one;
            const isCurrent = version === template.version;
            const isOpen = version === open && !isCurrent;
            return (
              <li key={version} className="py-2">
                <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
                  <strong className="font-semibold">{emailTemplates.version(version)}</strong>
                  <span className="text-sm text-muted">
                    <Change version={one} />
                  </span>
                  {isCurrent ? (
                    <StatusBadge tone="good">{words.current}</StatusBadge>
                  ) : (
                    <Button
                      variant="secondary"
                      size="small"
                      className="ml-auto max-sm:min-h-11"
                      aria-expanded={isOpen}
                      aria-label={words.compareOf(version)}
                      onClick={() => setOpen(isOpen ? null : version)}
                    >
                      {words.compare}
                    </Button>
                  )}
                </div>
                {isOpen && (
                  <Comparison template={template} version={version} onPutBack={onPutBack} />
                )}
              </li>
            );
          })}
        </ol>
      </ListStates>
    </section>
  );
}

function Comparison({ template, version, onPutBack }: Props & { version: number }) {
  const { template_name: name } = template;
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['email-template-version', name, version],
    queryFn: ({ signal }) => getTemplateVersion(name, version, signal),
    // A version never changes.
    staleTime: Infinity,
  });
  return (
    <ListStates
      words={{ ...words, loading: words.loadingOne, failed: words.failedOne }}
      state={isFetching ? 'loading' : data === undefined ? 'failed' : 'ready'}
      count={data && 1}
      onRetry={() => void refetch()}
    >
      {data && (
        <div className="space-y-3 py-2">
          <TextDifferences
            before={{ title: emailTemplates.version(version), texts: data }}
            after={{ title: words.now(template.version), texts: template }}
          />
          {onPutBack === undefined ? (
            <p>{words.unsaved}</p>
          ) : (
            <Button
              variant="secondary"
              size="small"
              className="max-sm:min-h-11"
              onClick={() => onPutBack(data)}
            >
              {words.putBack(version)}
            </Button>
          )}
        </div>
      )}
    </ListStates>
  );
}

type Version = { readonly title: string; readonly texts: TemplateTexts };
type Pair = { before: Version; after: Version };

/** Two texts side by side, with the differing words marked. */
export function TextDifferences(props: Pair) {
  const { before, after } = props;
  if (isSame(before.texts, after.texts)) return <p>{words.same}</p>;
  return (
    <div className="space-y-4">
      <Difference {...props} label={emailTemplates.subject} part="subject" />
      <Difference {...props} label={emailTemplates.html} part="html_content" />
    </div>
  );
}

function Difference(props: Pair & { label: string; part: 'subject' | 'html_content' }) {
  const { before, after, label, part } = props;
  const [old, now] = [before.texts[part], after.texts[part]];
  const sides = useMemo(() => wordDiff(old, now), [old, now]);
  if (old === now) return null;
  return (
    <div>
      <p className="font-semibold">{label}</p>
      <dl className="mt-1 grid gap-x-4 gap-y-2 text-sm sm:grid-cols-2">
        <Side title={before.title}>
          <Marked pieces={sides.before} as="del" />
        </Side>
        <Side title={after.title}>
          <Marked pieces={sides.after} as="ins" />
        </Side>
      </dl>
    </div>
  );
}
