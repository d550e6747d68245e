/** Edits a template, with its preview, what another administrator has saved meanwhile, and its versions. */
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
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
import { asideOf, type Draft, drafts, isSame } from './template-drafts';
import { TemplatePreview, usePreview } from './template-preview';
import { LastChange, TemplateVersions } from './template-versions';
import { TextDifferences } from './text-differences';

const words = emailTemplates;

export const TEMPLATE_TITLE = 'template-title';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Inserts text at the cursor as if typed, so that it can be undone by the keyboard. */
function insertAtCursor(control: TextControl, text: string): void {
  control.focus();
  if (document.execCommand('insertText', false, text)) return;
  const { selectionStart, selectionEnd, value } = control;
  control.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

export function TemplateEditor({ template, userId }: { template: EmailTemplate; userId: string }) {
  const { template_name: name, version } = template;
  const typed = drafts.use(userId);
  const draft = typed[name];
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
      <SetAside name={name} draft={typed[asideOf(name)]} current={version} />
      {isOutdated && (
        <Conflict
          template={template}
          draft={draft}
          onKeep={() => {
            drafts.type(name, { ...draft, version });
            htmlField.current?.focus();
          }}
          onTake={() => {
            drafts.type(asideOf(name), draft);
            drafts.forget(name);
            htmlField.current?.focus();
          }}
        />
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
          <Placeholders names={template.placeholders} onInsert={insert} />
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
      <TemplateVersions template={template} />
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

type PlaceholdersProps = { names: readonly string[]; onInsert: (name: string) => void };

function Placeholders({ names, onInsert }: PlaceholdersProps) {
  const id = useId();
  const { title, hint, insert, known } = words.placeholders;
  return (
    <div role="group" aria-labelledby={`${id}-title`} aria-describedby={`${id}-hint`}>
      <p id={`${id}-title`} className="font-semibold">
        {title}
      </p>
      <p id={`${id}-hint`} className="mb-1.5 text-[0.95rem] text-muted">
        {hint}
      </p>
      <ul className="space-y-2">
        {names.map((name) => {
          const { label, about } = known[name] ?? { label: name, about: '' };
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button
                variant="secondary"
                size="small"
                className="min-h-11"
                aria-describedby={`${id}-${name}`}
                onClick={() => onInsert(name)}
              >
                {insert(label)}
              </Button>
              <span id={`${id}-${name}`} className="text-[0.95rem] text-muted">
                {about}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type ConflictProps = {
  template: EmailTemplate;
  draft: Draft;
  onKeep: () => void;
  onTake: () => void;
};

function Conflict({ template, draft, onKeep, onTake }: ConflictProps) {
  return (
    <Alert title={words.conflict.title} takesFocus className="mb-4">
      <p>{words.conflict.text}</p>
      <p className="my-2">
        {words.saved(template.version)} <LastChange name={template.template_name} />
      </p>
      <TextDifferences
        before={{ title: words.conflict.mine, texts: draft }}
        after={{ title: words.conflict.theirs(template.version), texts: template }}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onKeep}>
          {words.conflict.keep}
        </Button>
        <Button variant="secondary" onClick={onTake}>
          {words.conflict.take}
        </Button>
      </div>
    </Alert>
  );
}

type SetAsideProps = {
  name: EmailTemplate['template_name'];
  draft: Draft | undefined;
  current: number;
};

/** The text that the saved one replaced after a conflict. */
function SetAside({ name, draft, current }: SetAsideProps) {
  if (draft === undefined) return null;
  const aside = asideOf(name);
  return (
    <Alert className="mb-4">
      <p>{words.aside.text}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => {
            const other = drafts.current()[name];
            drafts.type(name, { ...draft, version: current });
            if (other === undefined) drafts.forget(aside);
            else drafts.type(aside, other);
          }}
        >
          {words.aside.restore}
        </Button>
        <Button variant="ghost" onClick={() => drafts.forget(aside)}>
          {words.aside.drop}
        </Button>
      </div>
    </Alert>
  );
}
