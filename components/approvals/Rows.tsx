import { i18n } from '#i18n';
import type { SignedMember } from '../../shared/approvals/view.ts';
import type { ApprovalRow } from './worded.ts';

/** Facts as label and value; the full value stands in the title where a short one is shown. */
export function Rows({ rows }: { rows: readonly ApprovalRow[] }) {
  if (rows.length === 0) return null;
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      {keyed(rows).map(({ key, row: { label, value, full } }) => (
        <div key={key} className="flex justify-between gap-4">
          <dt className="shrink-0 text-muted">{label}</dt>
          <dd className="min-w-0 text-right font-medium wrap-anywhere" title={full ?? value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Every member of typed data, indented as it stands in its structure. */
export function Members({ rows }: { rows: readonly SignedMember[] }) {
  return (
    <dl
      data-testid="members"
      className="flex flex-col gap-1 rounded-xl bg-raised p-3 font-mono text-xs"
    >
      {keyed(rows).map(({ key, row: { label, value, depth = 0, count } }) => (
        <div
          key={key}
          // Lines of a long value start further in than labels, so that none of them looks like one.
          className="-indent-4"
          style={{ paddingLeft: `${depth * 12 + 16}px` }}
        >
          <dt className="inline text-muted">{label}: </dt>
          <dd className="inline break-all whitespace-pre-wrap">
            {count === undefined ? value : i18n.t('meaning.items', count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Labels repeat in typed data; the place in the list tells rows apart. */
function keyed<Row extends { readonly label: string }>(rows: readonly Row[]) {
  return rows.map((row, index) => ({ key: `${index}:${row.label}`, row }));
}
