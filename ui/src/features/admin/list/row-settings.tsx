/** How an administrator wants to see the rows, kept in this browser. */
import { useState } from 'react';
import { Button } from '../../../components/controls/button';
import { rows as words } from '../../../content/membership/marks';
import { useLetterKeys } from '../../../lib/hooks/use-letter-keys';
import { readChoice, type StorageKey, storeChoice } from '../../../lib/browser/browser-storage';

const SIZES = ['25', '50', '100'] as const;
export const MIN_SIZE = Number(SIZES[0]);
const COMPACT = 'compact';

const keyOf = (userId: string): StorageKey => `educators-forum.rows.${userId}`;

export function useRowSettings(userId: string) {
  const [stored, setStored] = useState(() => readChoice(keyOf(userId))?.split(' ') ?? []);
  const size = SIZES.find((one) => stored.includes(one)) ?? '25';
  const isCompact = stored.includes(COMPACT);
  const store = (nextSize: string, isNextCompact: boolean) => {
    const next = [nextSize, ...(isNextCompact ? [COMPACT] : [])];
    storeChoice(keyOf(userId), next.join(' '));
    setStored(next);
  };
  return {
    size,
    isCompact,
    setSize: (next: string) => store(next, isCompact),
    setCompact: (next: boolean) => store(size, next),
  };
}

/** What the letter keys do, unless they are switched off. */
export const LetterKeysHint = () =>
  useLetterKeys().areOn && (
    <p className="self-center text-sm text-muted max-xl:hidden pointer-coarse:hidden">
      {words.keys}
    </p>
  );

type Props = { settings: ReturnType<typeof useRowSettings> };

export const CompactButton = ({ settings }: Props) => (
  <Button
    variant="secondary"
    size="small"
    className="max-md:min-h-11 max-sm:grow aria-pressed:bg-sand"
    aria-pressed={settings.isCompact}
    onClick={() => settings.setCompact(!settings.isCompact)}
  >
    {words.compact}
  </Button>
);

/** Another number begins with the first page, because no page may begin with the same row. */
export const RowsPerPage = ({ settings, onChange }: Props & { onChange(): void }) => (
  <label className="flex items-center gap-2 text-sm">
    {words.size}
    <select
      className="min-h-11 rounded-md border border-edge bg-white px-2"
      value={settings.size}
      onChange={({ target }) => {
        settings.setSize(target.value);
        onChange();
      }}
    >
      {SIZES.map((size) => (
        <option key={size}>{size}</option>
      ))}
    </select>
  </label>
);
