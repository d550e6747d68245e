/** The Email Templates tab: the list, or the template in the URL (`?template=<name>`). */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { EmailTemplate } from '../../../api/review/templates';
import { LinkButton } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { Card } from '../../../components/layout/card';
import { type Column, DataList } from '../../../components/lists/data-list';
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

type Row = EmailTemplate & { readonly id: string; readonly isUnsaved: boolean };

const columns: readonly Column<Row>[] = [
  {
    name: words.columns.name,
    part: 'heading',
    cell: ({ template_name, isUnsaved }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{words.templates[template_name].name}</span>
        {isUnsaved && <StatusBadge tone="waiting">{words.unsaved}</StatusBadge>}
      </span>
    ),
  },
  {
    name: words.columns.trigger,
    cell: ({ template_name }) => (
      <span className="inline-block first-letter:uppercase">
        {words.templates[template_name].trigger}
      </span>
    ),
  },
  { name: words.columns.version, cell: ({ version }) => version, className: 'w-20' },
  {
    name: words.columns.actions,
    part: 'buttons',
    cell: ({ template_name }) => (
      <LinkButton
        id={editId(template_name)}
        to={`${LIST}&template=${template_name}`}
        preventScrollReset
        variant="secondary"
        size="small"
        className="max-md:min-h-11 max-md:w-full"
        aria-label={words.editOf(words.templates[template_name].name)}
      >
        {words.edit}
      </LinkButton>
    ),
    className: 'w-24',
  },
];

function TemplateList({ templates, userId }: { templates: EmailTemplate[]; userId: string }) {
  const typed = drafts.use(userId);
  const rows = templates.map((template) => {
    const { template_name: id } = template;
    return { ...template, id, isUnsaved: !isSame(typed[id] ?? template, template) };
  });
  return <DataList caption={words.caption} columns={columns} rows={rows} />;
}
