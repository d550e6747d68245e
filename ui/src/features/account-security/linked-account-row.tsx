import { School, Wallet } from 'lucide-react';
import type { Identity } from '../../api/identities';
import { Button } from '../../components/controls/button';
import { linkedAccounts as words } from '../../content/account/linked-accounts';
import { dayOf, shortDate } from '../../lib/format';
import { isWalletName } from '../../lib/credentials/wallets';

/** The first and last characters identify the long address of a wallet. */
function nameOf({ provider, email, subject }: Identity): string {
  if (email !== null) return email;
  if (!isWalletName(provider)) return '';
  return subject.length > 14 ? `${subject.slice(0, 6)}…${subject.slice(-4)}` : subject;
}

type Props = { identity: Identity; title: string; busy: boolean; onUnlink(): void };

export function LinkedAccountRow({ identity, title, busy, onUnlink }: Props) {
  const Icon = isWalletName(identity.provider) ? Wallet : School;
  const name = nameOf(identity);
  return (
    <li className="flex gap-4 py-4">
      <Icon aria-hidden="true" className="size-6 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-40 flex-1">
          <h3 className="font-sans text-base font-semibold wrap-anywhere">{title}</h3>
          {name !== '' && <p className="wrap-anywhere">{name}</p>}
          <p className="text-sm text-muted">
            {words.linkedOn(shortDate(dayOf(new Date(identity.linked_at))))}
          </p>
        </div>
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={words.unlinkOf(title, name)}
          onClick={onUnlink}
        >
          {words.unlink}
        </Button>
      </div>
    </li>
  );
}
