import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { codeOf } from '../../../api/errors';
import {
  type EmailTemplate,
  type EmailTemplateName,
  listTemplates,
  listTemplateVersions,
  type TemplateTexts,
  updateTemplate,
} from '../../../api/review/templates';

export const templatesOptions = queryOptions({
  queryKey: ['email-templates'],
  queryFn: ({ signal }) => listTemplates(signal),
});

export const versionsOptions = (name: EmailTemplateName) =>
  queryOptions({
    queryKey: ['email-template-versions', name],
    queryFn: ({ signal }) => listTemplateVersions(name, signal),
  });

/**
 * Stores these texts as the version after `version`. Resolves to null, with the newer texts in the cache, if there is
 * another one. A repetition after a lost response finds its own texts there.
 */
export async function storeTexts(
  cache: QueryClient,
  name: EmailTemplateName,
  version: number,
  texts: TemplateTexts,
): Promise<EmailTemplate | null> {
  try {
    const stored = await updateTemplate(name, version, texts);
    cache.setQueryData(templatesOptions.queryKey, (all) =>
      all?.map((one) => (one.template_name === name ? stored : one)),
    );
    return stored;
  } catch (cause) {
    if (codeOf(cause) !== 'version_conflict') throw cause;
    const all = await cache.fetchQuery({ ...templatesOptions, staleTime: 0 });
    const now = all.find((one) => one.template_name === name);
    const isOwn =
      now?.subject === texts.subject.trim() && now.html_content === texts.html_content.trim();
    return now !== undefined && isOwn ? now : null;
  } finally {
    void cache.invalidateQueries(versionsOptions(name));
  }
}
