/** Format and columns of an export. */
import { useState } from 'react';
import type { ExportOptions } from '../../../api/review/export';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog';
import { CheckboxField, SelectField } from '../../../components/forms/fields';
import { admin } from '../../../content/membership/admin';

const words = admin.export.dialog;

const FORMATS = {
  xlsx: { format: 'xlsx', bom: false },
  csv: { format: 'csv', bom: false },
  bom: { format: 'csv', bom: true },
} as const;

type Choice = keyof typeof FORMATS;

type Props = {
  count: string;
  onExport(options: ExportOptions): void;
  onCancel(): void;
  finalFocus(): HTMLElement | null;
};

export function ExportDialog({ count, onExport, onCancel, finalFocus }: Props) {
  const [format, setFormat] = useState<Choice>('xlsx');
  const [note, setNote] = useState(false);
  const [reviewer, setReviewer] = useState(false);
  return (
    <ConfirmDialog
      title={words.title}
      description={words.text(count)}
      confirm={words.export}
      cancel={words.cancel}
      busy={false}
      failure={null}
      isForm
      onConfirm={() => onExport({ ...FORMATS[format], note, reviewer })}
      onCancel={onCancel}
      finalFocus={finalFocus}
    >
      <div className="space-y-4">
        <SelectField
          label={words.format}
          options={Object.entries(words.formats).map(([value, label]) => ({ value, label }))}
          value={format}
          onChange={(event) => setFormat(event.target.value as Choice)}
        />
        <CheckboxField
          label={words.note}
          checked={note}
          onChange={(event) => setNote(event.target.checked)}
        />
        <CheckboxField
          label={words.reviewer}
          checked={reviewer}
          onChange={(event) => setReviewer(event.target.checked)}
        />
      </div>
    </ConfirmDialog>
  );
}
