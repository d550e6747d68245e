/** The stored templates of emails about applications. */
import { call } from '../transport/client';
import type { EmailTemplateName, TemplateTexts } from '../generated';
import { EmailService } from '../generated/services/EmailService';

export type {
  EmailPreview,
  EmailTemplate,
  EmailTemplateName,
  EmailTemplateVersion,
  TemplateTexts,
} from '../generated';

export const listTemplates = (signal?: AbortSignal) =>
  call(() => EmailService.listEmailTemplates(), signal).then(({ items }) => items);

/** Newest first. */
export const listTemplateVersions = (templateName: EmailTemplateName, signal?: AbortSignal) =>
  call(() => EmailService.listEmailTemplateVersions({ templateName }), signal).then(
    ({ items }) => items,
  );

export const getTemplateVersion = (
  templateName: EmailTemplateName,
  version: number,
  signal?: AbortSignal,
) => call(() => EmailService.getEmailTemplateVersion({ templateName, version }), signal);

/** Refused with 412 `version_conflict` if the template is no longer at `version`. */
export const updateTemplate = (
  templateName: EmailTemplateName,
  version: number,
  requestBody: TemplateTexts,
) =>
  call(() =>
    EmailService.updateEmailTemplate({ templateName, ifMatch: `"${version}"`, requestBody }),
  );

export const previewTemplate = (
  templateName: EmailTemplateName,
  requestBody: TemplateTexts,
  signal?: AbortSignal,
) => call(() => EmailService.previewEmailTemplate({ templateName, requestBody }), signal);

/** Sends a mail to the signed-in administrator. */
export const sendTest = (templateName: EmailTemplateName, requestBody: TemplateTexts) =>
  call(() =>
    EmailService.testEmailTemplate({
      templateName,
      requestBody,
      idempotencyKey: crypto.randomUUID(),
    }),
  );
