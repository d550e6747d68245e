import { KeyRound, Smartphone } from 'lucide-react';
import type { Factor } from '../../api/factors';
import { Button } from '../../components/controls/button';
import { account } from '../../content/account/account';
import { dayOf, shortDate } from '../../lib/format';

const words = account.factors;

const day = (at: string) => shortDate(dayOf(new Date(at)));

type Props = { factor: Factor; busy: boolean; onRename(): void; onRemove(): void };

export function FactorRow({ factor, busy, onRename, onRemove }: Props) {
  const { friendly_name: name, created_at: added, last_used_at: used } = factor;
  const Icon = factor.factor_type === 'passkey' ? KeyRound : Smartphone;
  const facts = [words.since(day(added)), ...(used === null ? [] : [words.lastUsed(day(used))])];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden="true" className="size-6 shrink-0" />
      <div className="min-w-40 flex-1">
        <h3 className="font-sans text-base font-semibold wrap-anywhere">{name}</h3>
        <p className="text-sm text-muted">{facts.join(', ')}</p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={words.renameOf(name)}
          onClick={onRename}
        >
          {words.rename}
        </Button>
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={words.removeOf(name)}
          onClick={onRemove}
        >
          {words.remove}
        </Button>
      </div>
    </li>
  );
}
