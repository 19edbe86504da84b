import { i18n } from '#i18n';
import { DataTable } from '../../ui/DataTable.tsx';

/** Shows the figures of a chart as a folded table. */
export function FiguresBelow(props: {
  head: readonly string[];
  /** Cells of each row, first the row's name. */
  rows: readonly (readonly string[])[];
  testId?: string;
}) {
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-pointer rounded text-muted">
        {i18n.t('desk.curveTable')}
      </summary>
      <DataTable<readonly string[]>
        className="mt-1 text-xs"
        testId={props.testId}
        rows={props.rows}
        keyOf={([name = '']) => name}
        columns={props.head.map((head, index) => ({
          key: head,
          head,
          cell: (cells) => cells[index],
        }))}
      />
    </details>
  );
}
