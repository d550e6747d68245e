/** Edited templates that are not saved. A small module, so that Sign Out asks about them before the tab was opened. */
import type { TemplateTexts } from '../../../api/review/templates';
import { emailTemplates } from '../../../content/membership/email-templates';
import { createTypedInputs } from '../../../session/tab-storage/typed-inputs';

/** `version` is the edited one. */
export type Draft = TemplateTexts & { readonly version: number };

function isDraft(value: unknown): value is Draft {
  const { subject, html_content, version } = (value ?? {}) as Partial<Record<keyof Draft, unknown>>;
  return (
    typeof subject === 'string' && typeof html_content === 'string' && typeof version === 'number'
  );
}

/** By template name. */
export const drafts = createTypedInputs('email-templates', emailTemplates.signOut, isDraft);

export const isSame = (one: TemplateTexts, other: TemplateTexts): boolean =>
  one.subject === other.subject && one.html_content === other.html_content;
