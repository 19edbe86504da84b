import { useState } from 'react';
import { i18n } from '#i18n';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Trade } from '../../../shared/desk/trades.ts';
import { shortAddress } from '../../../shared/format.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { useNetwork } from '../../hooks/use-networks.ts';
import { explorerLink } from '../../texts/explorer-link.ts';
import { payCoin } from '../../texts/payments.ts';
import {
  contractsText,
  exactMoney,
  nameOf,
  originLabel,
  paidText,
  profitText,
  strikesText,
} from '../../texts/position-texts.ts';
import { localTime, utcTime } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { OuterLink } from '../../ui/OuterLink.tsx';
import { TokenProfit } from '../holdings/ProfitFigure.tsx';

/** Number of rows that the table shows at first and that each press of the button adds. */
const AT_ONCE = 50;
/** Number of characters of an amount that fit its column at every width. */
const NARROW = 13;

/**
 * Lists all events of the positions with their amounts. The sums above the table add up these
 * amounts.
 */
export function TradeTable(props: {
  trades: readonly Trade[];
  /** Accounts of the trades. With several accounts, each row names its account. */
  accounts: readonly AccountView[];
  /** Fees in wei, by transaction hash in lower case. */
  networkFees: ReadonlyMap<string, bigint>;
}) {
  const { trades, accounts, networkFees } = props;
  const [most, setMost] = useState(AT_ONCE);
  const nameOfAccount = (account: string) =>
    accounts.length > 1 ? accounts.find(({ address }) => address === account)?.name : undefined;
  return (
    <>
      <DataTable
        caption={i18n.t('desk.trades')}
        testId="trades"
        rows={trades.slice(0, most)}
        keyOf={({ account, row, kind }) => `${account} ${row.key} ${kind}`}
        marks={({ kind }) => ({ 'data-trade': kind })}
        columns={[
          {
            key: 'trade',
            head: i18n.t('desk.trade'),
            cell: (trade) => <Name trade={trade} account={nameOfAccount(trade.account)} />,
          },
          {
            key: 'cash',
            head: i18n.t('desk.offsetCash'),
            cell: (trade) => (
              <Cash trade={trade} networkFee={networkFees.get(trade.txHash?.toLowerCase() ?? '')} />
            ),
          },
          {
            key: 'realised',
            head: i18n.t('desk.realised'),
            look: 'whitespace-nowrap',
            cell: (trade) => <Realised trade={trade} />,
          },
        ]}
      />
      {trades.length <= most ? null : (
        <Button kind="quiet" onClick={() => setMost(most + AT_ONCE)}>
          {i18n.t('positions.more', { count: trades.length - most })}
        </Button>
      )}
    </>
  );
}

function Name({ trade, account }: { trade: Trade; account: string | undefined }) {
  const hidden = useHidden();
  const { row, at, txHash } = trade;
  const base = useNetwork(CHAIN_ID);
  const link = txHash === undefined ? undefined : explorerLink(base, txHash);
  return (
    <>
      <span className="font-semibold">
        {nameOf(row)} {strikesText(row)}
      </span>
      <span className="block text-xs text-muted">
        {kindText(trade)} · {hidden(contractsText(row))}
        {account === undefined ? '' : ` · ${account}`}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        {at === undefined ? i18n.t('desk.timeUnknown') : null}
        {at === undefined ? null : <time title={utcTime(at)}>{localTime(at)}</time>}
        {txHash === undefined ? null : link === undefined ? (
          <span title={txHash}>{shortAddress(txHash)}</span>
        ) : (
          <OuterLink href={link}>
            {shortAddress(txHash)} <span className="sr-only">{i18n.t('positions.explorer')}</span>
          </OuterLink>
        )}
      </span>
    </>
  );
}

function Cash({ trade, networkFee }: { trade: Trade; networkFee: bigint | undefined }) {
  const hidden = useHidden();
  const base = useNetwork(CHAIN_ID);
  const { cash, fee } = trade;
  const { token } = trade.row;
  return (
    <>
      <span
        className="whitespace-nowrap"
        title={cash === undefined ? undefined : hidden(exactMoney(cash, token))}
      >
        {cash === undefined ? '—' : hidden(profitText(cash, token, NARROW))}
      </span>
      {fee === 0n ? null : (
        <span
          className="block text-xs whitespace-nowrap text-muted"
          title={fee === undefined ? undefined : hidden(exactMoney(fee, token))}
        >
          {i18n.t('desk.tradeFee', {
            amount: fee === undefined ? '—' : hidden(paidText(fee, token, NARROW)),
          })}
        </span>
      )}
      {networkFee === undefined ? null : (
        <span className="block text-xs text-muted">
          {i18n.t('activity.fee', {
            amount: hidden(payCoin(networkFee, 8)),
            coin: base?.symbol ?? '',
          })}
        </span>
      )}
    </>
  );
}

/** Shows a trade's realised profit. A trade that only opens a position realises no profit. */
function Realised({ trade }: { trade: Trade }) {
  const { realised, realisedUsd, row } = trade;
  if (realised === undefined || realised === 0n) return '—';
  return <TokenProfit units={realised} usd={realisedUsd} token={row.token} most={NARROW} />;
}

function kindText({ kind, row }: Trade): string {
  switch (kind) {
    case 'bought':
      return i18n.t('positions.bought');
    case 'sold':
      return i18n.t('positions.sold');
    case 'settled':
      return i18n.t('positions.state.settled');
    case 'closed':
      return i18n.t('positions.state.closed');
    case 'given':
      return i18n.t('positions.given');
    case 'received':
      return i18n.t(row.side === 'buyer' ? 'positions.receivedLong' : 'positions.receivedShort');
    case 'takenOver':
      return originLabel(row);
  }
}
