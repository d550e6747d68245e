/** Edits a template, with its preview, what another administrator has saved meanwhile, and its versions. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failed, fieldsOf, toProblem } from '../../../api/errors';
import { type EmailTemplate, sendTest, type TemplateTexts } from '../../../api/review/templates';
import { Button } from '../../../components/controls/button';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog';
import { ActOutcome, Alert } from '../../../components/feedback/alert';
import { showToast } from '../../../components/feedback/toast';
import { TextAreaField, TextField } from '../../../components/forms/fields';
import { emailTemplates } from '../../../content/membership/email-templates';
import { useAct } from '../../../lib/hooks/use-single-flight';
import { useOwnEmail } from '../../../session/session-state';
import { storeTexts } from './template-cache';
import { drafts, isSame } from './template-drafts';
import { TemplatePreview, usePreview } from './template-preview';
import { LastChange, TemplateVersions, TextDifferences } from './template-versions';

const words = emailTemplates;

export const TEMPLATE_TITLE = 'template-title';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Inserts text at the cursor as if typed, so that the keyboard can undo it. */
function insertAtCursor(control: TextControl, text: string): void {
  control.focus();
  document.execCommand('insertText', false, text);
}

export function TemplateEditor({ template, userId }: { template: EmailTemplate; userId: string }) {
  const { template_name: name, version } = template;
  const draft = drafts.use(userId)[name];
  const isChanged = draft !== undefined && !isSame(draft, template);
  const texts = isChanged ? draft : template;
  const { subject, html_content } = texts;
  const isOutdated = isChanged && draft.version !== version;

  const type = (change: Partial<TemplateTexts>) => {
    const next = { subject, html_content, version: isChanged ? draft.version : version, ...change };
    if (isSame(next, template)) drafts.forget(name);
    else drafts.type(name, next);
  };

  const preview = usePreview(name, texts);
  const { problem } = preview;
  const errorAt = (field: keyof TemplateTexts) => {
    const own =
      problem === null ? [] : fieldsOf(problem).filter((one) => one.field === `/${field}`);
    return own.length === 0 ? undefined : own.map(({ detail }) => detail).join(' ');
  };

  const subjectField = useRef<HTMLInputElement>(null);
  const htmlField = useRef<HTMLTextAreaElement>(null);
  const lastField = useRef<TextControl>(null);
  const cache = useQueryClient();
  const email = useOwnEmail();
  const [pressed, setPressed] = useState<'save' | 'test'>('save');
  const { busy, act, outcome } = useAct((cause: unknown) => {
    const refusal = toProblem(cause);
    const [first] = fieldsOf(refusal);
    if (first !== undefined) {
      preview.setProblem(refusal);
      (first.field === '/subject' ? subjectField : htmlField).current?.focus();
    }
    return failed(cause);
  });

  const save = () =>
    act(async () => {
      if (!isChanged) return;
      setPressed('save');
      const stored = await storeTexts(cache, name, draft.version, { subject, html_content });
      if (stored === null) return;
      // What was typed while the request was under way stays, on top of what it saved.
      const now = drafts.current()[name];
      if (now !== undefined && isSame(now, texts)) drafts.forget(name);
      else if (now !== undefined) drafts.type(name, { ...now, version: stored.version });
      showToast({ title: words.done, description: words.doneText });
    });
  const test = () =>
    act(async () => {
      setPressed('test');
      await sendTest(name, { subject, html_content });
      showToast({ title: words.tested(email) });
    });

  const insert = (placeholder: string) => {
    const control = lastField.current ?? htmlField.current;
    if (control !== null) insertAtCursor(control, `{{${placeholder}}}`);
  };

  const [isDiscarding, setDiscarding] = useState(false);
  const { name: title, trigger } = words.templates[name];
  return (
    <section aria-labelledby={TEMPLATE_TITLE}>
      <h2 id={TEMPLATE_TITLE} tabIndex={-1} className="scroll-mt-24 text-2xl">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-muted">
        {words.sent(trigger)} {words.saved(version)} <LastChange name={name} />
      </p>
      {isOutdated && (
        <Alert title={words.conflict.title} takesFocus className="mb-4">
          <p>{words.conflict.text}</p>
          <TextDifferences
            before={{ title: words.conflict.mine, texts: draft }}
            after={{ title: words.conflict.theirs(version), texts: template }}
          />
          <div className="mt-4 flex flex-wrap gap-3">
            <Button
              variant="secondary"
              onClick={() => {
                drafts.type(name, { ...draft, version });
                htmlField.current?.focus();
              }}
            >
              {words.conflict.keep}
            </Button>
            <Button variant="secondary" onClick={() => setDiscarding(true)}>
              {words.conflict.take}
            </Button>
          </div>
        </Alert>
      )}
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_37.625rem]">
        <div className="min-w-0 space-y-5">
          <TextField
            ref={subjectField}
            label={words.subject}
            error={errorAt('subject')}
            value={subject}
            onChange={({ target }) => type({ subject: target.value })}
            onFocus={({ target }) => (lastField.current = target)}
          />
          <div
            role="group"
            aria-label={words.placeholders.title}
            className="flex flex-wrap items-center gap-3"
          >
            <span aria-hidden="true" className="font-semibold">
              {words.placeholders.title}
            </span>
            {template.placeholders.map((placeholder) => (
              <Button
                key={placeholder}
                variant="secondary"
                size="small"
                className="min-h-11"
                onClick={() => insert(placeholder)}
              >
                {words.placeholders.insert(words.placeholders.known[placeholder] ?? placeholder)}
              </Button>
            ))}
          </div>
          <TextAreaField
            ref={htmlField}
            label={words.html}
            hint={words.htmlHint}
            error={errorAt('html_content')}
            rows={16}
            spellCheck
            value={html_content}
            onChange={({ target }) => type({ html_content: target.value })}
            onFocus={({ target }) => (lastField.current = target)}
          />
          <div className="flex flex-wrap gap-3">
            <Button
              busy={busy && pressed === 'save'}
              aria-disabled={!isChanged || isOutdated}
              onClick={() => void save()}
            >
              {busy && pressed === 'save' ? words.saving : words.save}
            </Button>
            <Button
              variant="secondary"
              busy={busy && pressed === 'test'}
              onClick={() => void test()}
            >
              {busy && pressed === 'test' ? words.testing : words.test}
            </Button>
            {isChanged && (
              <Button variant="ghost" onClick={() => setDiscarding(true)}>
                {words.discard.action}
              </Button>
            )}
          </div>
          <ActOutcome outcome={outcome} />
        </div>
        <TemplatePreview {...preview} />
      </div>
      <TemplateVersions
        template={template}
        onPutBack={
          isChanged
            ? undefined
            : (old) => {
                type({ subject: old.subject, html_content: old.html_content });
                subjectField.current?.focus();
              }
        }
      />
      {isDiscarding && (
        <ConfirmDialog
          title={words.discard.title}
          description={words.discard.description}
          confirm={words.discard.confirm}
          cancel={words.discard.cancel}
          destructive
          onConfirm={() => {
            drafts.forget(name);
            setDiscarding(false);
          }}
          onCancel={() => setDiscarding(false)}
          finalFocus={() => htmlField.current}
        />
      )}
    </section>
  );
}
