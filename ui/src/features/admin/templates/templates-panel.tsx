/** The Email Templates tab: the list, or the template in the URL (`?template=<name>`). */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { EmailTemplate } from '../../../api/review/templates';
import { LinkButton } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { Card } from '../../../components/layout/card';
import { ListStates } from '../../../components/lists/list-states';
import { emailTemplates } from '../../../content/membership/email-templates';
import { drafts, isSame } from './template-drafts';
import { templatesOptions } from './template-cache';
import { TEMPLATE_TITLE, TemplateEditor } from './template-editor';

const words = emailTemplates;
const LIST = '?tab=templates';

const editId = (name: string) => `edit-template-${name}`;

export default function TemplatesPanel({ userId }: { userId: string }) {
  const [params] = useSearchParams();
  const name = params.get('template');
  const { data, isFetching, refetch } = useQuery(templatesOptions);
  const open = data?.find(({ template_name }) => template_name === name);

  // A navigation inside the tab removes the pressed link, so the focus moves to what replaces it.
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current === name) return;
    document.getElementById(name === null ? editId(shown.current ?? '') : TEMPLATE_TITLE)?.focus();
    shown.current = name;
  }, [name]);

  return (
    <Card className="p-4 md:p-4">
      {name !== null && (
        <p className="mb-2">
          <Link
            to={LIST}
            preventScrollReset
            className="inline-flex min-h-11 items-center underline"
          >
            {words.back}
          </Link>
        </p>
      )}
      <ListStates
        words={words}
        state={isFetching ? 'loading' : data === undefined ? 'failed' : 'ready'}
        count={data?.length}
        onRetry={() => void refetch()}
      >
        {name === null ? (
          <TemplateList templates={data ?? []} userId={userId} />
        ) : open === undefined ? (
          <Alert variant="destructive">{words.missing}</Alert>
        ) : (
          <TemplateEditor key={name} template={open} userId={userId} />
        )}
      </ListStates>
    </Card>
  );
}

function TemplateList({ templates, userId }: { templates: EmailTemplate[]; userId: string }) {
  const typed = drafts.use(userId);
  return (
    <ul aria-label={words.caption} className="divide-y divide-sand">
      {templates.map((template) => {
        const { template_name: id, version } = template;
        const { name, trigger } = words.templates[id];
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <strong className="font-semibold">{name}</strong>
                {!isSame(typed[id] ?? template, template) && (
                  <StatusBadge tone="waiting">{words.unsaved}</StatusBadge>
                )}
              </p>
              <p className="text-sm text-muted">
                {words.sent(trigger)} {words.version(version)}
              </p>
            </div>
            <LinkButton
              id={editId(id)}
              to={`${LIST}&template=${id}`}
              preventScrollReset
              variant="secondary"
              size="small"
              className="max-md:min-h-11"
              aria-label={words.editOf(name)}
            >
              {words.edit}
            </LinkButton>
          </li>
        );
      })}
    </ul>
  );
}
