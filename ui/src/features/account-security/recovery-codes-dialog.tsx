/** Shows ten recovery codes once. Only its button closes the dialog, so that Escape does not lose the codes. */
import { useState } from 'react';
import { Button } from '../../components/controls/button';
import { Dialog } from '../../components/dialogs/dialog';
import { account } from '../../content/account/account';
import { saveFile } from '../../lib/browser/save-file';

const words = account.factors.recovery;

const asText = (codes: readonly string[]) => `${words.heading}\n\n${codes.join('\n')}\n`;

type Props = { codes: readonly string[]; onKept(): void; finalFocus(): HTMLElement | null };

export function RecoveryCodesDialog({ codes, onKept, finalFocus }: Props) {
  const [copied, setCopied] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asText(codes));
      setCopied(true);
    } catch {
      // The browser refused. The codes can be selected or saved as a file.
      setCopied(false);
    }
  };

  return (
    <Dialog
      title={words.title}
      description={words.text}
      finalFocus={finalFocus}
      actions={<Button onClick={onKept}>{words.kept}</Button>}
    >
      <ol className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-sand-deep bg-paper p-4 font-mono text-lg">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={() => void copy()}>
          {copied ? words.copied : words.copy}
        </Button>
        <Button
          variant="secondary"
          size="small"
          onClick={() => saveFile(words.file, new Blob([asText(codes)], { type: 'text/plain' }))}
        >
          {words.download}
        </Button>
      </div>
    </Dialog>
  );
}
