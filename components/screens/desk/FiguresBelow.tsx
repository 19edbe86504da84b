import { i18n } from '#i18n';

/** The numbers of a picture as a table, folded. */
export function FiguresBelow(props: {
  head: readonly string[];
  /** Cells in the order of the head, the row's name first. */
  rows: readonly (readonly string[])[];
  testId?: string;
}) {
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-pointer rounded text-muted">
        {i18n.t('desk.curveTable')}
      </summary>
      <table className="mt-1 w-full text-end" data-testid={props.testId}>
        <thead className="text-muted">
          <tr>
            {props.head.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={`font-medium ${index === 0 ? 'text-start' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(([name = '', ...cells]) => (
            <tr key={name}>
              <th scope="row" className="text-start font-normal">
                {name}
              </th>
              {cells.map((cell, index) => (
                <td key={props.head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
