/**
 * Whether the answers are saved: a word beside the step, and for those who listen one sentence when it fails and one when
 * it works again.
 */
import { Check, CloudOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { application } from '../../content/membership/application';
import type { DraftState } from './application-draft';

const words = application.saving;

const icons = { saving: RefreshCw, saved: Check, unsaved: CloudOff } as const;

/** Silent until something goes wrong. */
function useAnnouncement({ saving, keptHere }: Pick<DraftState, 'saving' | 'keptHere'>): string {
  const [announced, setAnnounced] = useState<'' | 'trouble' | 'over'>('');
  if (saving === 'unsaved' && announced !== 'trouble') setAnnounced('trouble');
  if (saving === 'saved' && announced === 'trouble') setAnnounced('over');
  if (announced === 'over') return words.savedAgain;
  if (announced === '') return '';
  return keptHere ? words.keptHere : words.keptNowhere;
}

export function SaveStatus({ state }: { state: DraftState }) {
  const { saving } = state;
  const announcement = useAnnouncement(state);
  const Icon = saving === 'none' ? null : icons[saving];
  return (
    <>
      {saving !== 'none' && Icon !== null && (
        <span
          className={`inline-flex items-center gap-1.5 text-sm ${saving === 'unsaved' ? 'font-semibold text-clay' : 'text-muted'}`}
        >
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          <span>{words[saving]}</span>
        </span>
      )}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}
