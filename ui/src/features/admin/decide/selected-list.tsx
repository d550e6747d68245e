/** The selected applications on paper. */
import type { ApplicationSummary } from '../../../api/review/applications';
import { PrintSheet } from '../../../components/layout/print-sheet';
import { admin } from '../../../content/membership/admin';
import { announce } from '../../../content/membership/announce';
import { shortDate } from '../../../lib/format';
import { nameOf } from '../application';

const words = announce.print;

/** The server sends no more of the experience. */
const EXCERPT_LENGTH = 120;

type Props = {
  rows: readonly ApplicationSummary[];
  /** Today. */
  day: string;
  onDone(): void;
};

export function SelectedList({ rows, day, onDone }: Props) {
  return (
    <PrintSheet onDone={onDone}>
      <h1 className="text-2xl">{words.title}</h1>
      <p className="mt-1">{words.asOf(shortDate(day), rows.length)}</p>
      <table className="mt-4 w-full border-collapse text-left text-[9pt] leading-snug">
        <thead>
          <tr className="border-b-2 border-black">
            {words.columns.map((name) => (
              <th key={name} scope="col" className="py-1 pr-3 align-bottom">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="*:break-inside-avoid *:border-b *:border-black *:*:py-1 *:*:pr-3 *:*:align-top">
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{nameOf(row)}</th>
              <td>{row.teaching_position}</td>
              <td>{words.place(row.city, row.state)}</td>
              <td>{admin.status[row.status]}</td>
              <td className="whitespace-nowrap">
                {row.marks === null
                  ? words.own
                  : words.marks(row.marks.yes, row.marks.maybe, row.marks.no)}
              </td>
              <td className="wrap-anywhere">
                {row.excerpt.length < EXCERPT_LENGTH ? row.excerpt : words.cut(row.excerpt)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
