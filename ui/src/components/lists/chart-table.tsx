/** The numbers of a chart as a table, which opens on request. */
export function ChartTable(props: {
  summary: string;
  caption: string;
  /** That of the labels, then those of the values. */
  columns: readonly [string, ...string[]];
  rows: readonly (readonly [label: string, ...values: (string | number)[]])[];
}) {
  const [label, ...values] = props.columns;
  return (
    <details className="mt-3 text-[0.95rem]">
      <summary className="cursor-pointer font-medium text-clay underline underline-offset-4">
        {props.summary}
      </summary>
      <table className="mt-3 w-full">
        <caption className="sr-only">{props.caption}</caption>
        <thead>
          <tr className="border-b border-edge text-left">
            <th scope="col" className="py-1.5 pr-4 font-semibold">
              {label}
            </th>
            {values.map((name) => (
              <th key={name} scope="col" className="py-1.5 text-right font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(([name, ...numbers]) => (
            <tr key={name} className="border-b border-sand-deep">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                {name}
              </th>
              {numbers.map((number, index) => (
                <td key={values[index]} className="py-1.5 text-right tabular-nums">
                  {number}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
