/** Two versions of a template side by side, with the differing words marked. */
import { useMemo } from 'react';
import type { TemplateTexts } from '../../../api/review/templates';
import { emailTemplates } from '../../../content/membership/email-templates';
import { Marked, Side, wordDiff } from '../changes/answer-changes';
import { isSame } from './template-drafts';

const words = emailTemplates;

type Version = { readonly title: string; readonly texts: TemplateTexts };
type Props = { before: Version; after: Version };

export function TextDifferences(props: Props) {
  const { before, after } = props;
  if (isSame(before.texts, after.texts)) return <p>{words.versions.same}</p>;
  return (
    <div className="space-y-4">
      <Difference {...props} label={words.subject} part="subject" />
      <Difference {...props} label={words.html} part="html_content" />
    </div>
  );
}

function Difference(props: Props & { label: string; part: 'subject' | 'html_content' }) {
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
