import { i18n } from '#i18n';

/** Heading of a column of quotes. */
export function HeadCell(props: {
  name: 'desk.bid' | 'desk.ask';
  why: 'desk.bidWhy' | 'desk.askWhy';
}) {
  return (
    <th scope="col" title={i18n.t(props.why)} className="pe-1.5 text-end">
      {i18n.t(props.name)}
    </th>
  );
}

/** Heading of a column of the model's figures, which need a wide table. */
export function ModelHead(props: {
  name: 'desk.delta' | 'desk.volatility' | 'desk.chance';
  why: 'desk.deltaWhy' | 'desk.volatilityWhy' | 'desk.chanceWhy';
}) {
  return (
    <th scope="col" title={i18n.t(props.why)} className="hidden @min-[44rem]:table-cell">
      {i18n.t(props.name)}
    </th>
  );
}
