import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import type { SignedMember } from '../../shared/approvals/read-typed-data.ts';
import { hasAddressForm } from '../../shared/chain/address-form.ts';
import type { NetworkFact } from '../../shared/messages/approval-view.ts';
import { explorerLink } from '../texts/explorer-link.ts';
import { Fact, Facts } from '../ui/Facts.tsx';
import { LongText } from '../ui/LongText.tsx';
import type { ApprovalRow } from './worded.ts';

/**
 * Shows facts as label and value. The title of a shortened value contains the full form. Addresses
 * are links if the network has an explorer.
 */
export function Rows({ rows, network }: { rows: readonly ApprovalRow[]; network?: NetworkFact }) {
  if (rows.length === 0) return null;
  return (
    <Facts>
      {keyed(rows).map(({ key, row: { label, value, full } }) => (
        <Fact
          key={key}
          label={label}
          hint={full ?? value}
          text={
            <Linked address={full ?? value} network={network}>
              <LongText text={value} />
            </Linked>
          }
        />
      ))}
    </Facts>
  );
}

function Linked(props: { address: string; network: NetworkFact | undefined; children: ReactNode }) {
  const link = hasAddressForm(props.address)
    ? explorerLink(props.network, props.address, 'address')
    : undefined;
  if (link === undefined) return props.children;
  return (
    <a
      href={link}
      target="_blank"
      rel="noreferrer"
      className="underline decoration-line underline-offset-2 hover:decoration-current"
    >
      {props.children}
    </a>
  );
}

/** Shows every member of typed data, indented by its depth. */
export function Members({ rows }: { rows: readonly SignedMember[] }) {
  return (
    <dl
      data-testid="members"
      className="flex flex-col gap-1 rounded-xl bg-raised p-3 font-mono text-xs"
    >
      {keyed(rows).map(({ key, row: { label, value, depth = 0, count } }) => (
        <div
          key={key}
          // Lines of a long value are indented further than labels, so that no line looks like a
          // label.
          className="-indent-4"
          style={{ paddingLeft: `${depth * 12 + 16}px` }}
        >
          <dt className="inline text-muted">{label}: </dt>
          <dd className="inline break-all whitespace-pre-wrap">
            {count === undefined ? <LongText text={value} /> : i18n.t('meaning.items', count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the rows with keys. A key contains the index, because labels repeat in typed data. */
function keyed<Row extends { readonly label: string }>(rows: readonly Row[]) {
  return rows.map((row, index) => ({ key: `${index}:${row.label}`, row }));
}
