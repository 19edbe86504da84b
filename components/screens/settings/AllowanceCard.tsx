import { i18n } from '#i18n';
import { UNLIMITED } from '../../../shared/chain/chain-context.ts';
import { shortAddress } from '../../../shared/format.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { type AllowanceView, isIdle } from '../../../shared/messages/allowances.ts';
import { shownAmount, tokenName } from '../../approvals/describe-amounts.ts';
import { useNetworkName } from '../../hooks/use-networks.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { amountText, centsText } from '../../texts/numbers.ts';
import { ageOf, localTime } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';

/** Shows one allowance: its amount, the spender, and the amount that the spender could take now. */
export function AllowanceCard(props: {
  row: AllowanceView;
  isChosen: boolean;
  isLocked: boolean;
  isBusy: boolean;
  onToggle: () => void;
  onRevoke: () => void;
}) {
  const { row } = props;
  const { spender, spenderKind, grantedAt, expiresAt } = row;
  const names = useNames(row);
  const now = useNow(10_000);
  const what = whatText(row);
  const own = names.accountAt(spender);
  const isDanger = spenderKind === 'person' && own === undefined;
  const details = [
    i18n.t('allowances.ofAccount', { account: names.account, network: names.network }),
    ...(grantedAt === undefined
      ? []
      : [i18n.t('allowances.given', { grantedAt: ageOf(grantedAt, now) })]),
  ];
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex items-start gap-3">
        {row.canRevoke ? (
          <input
            type="checkbox"
            className="mt-1 size-4 shrink-0 accent-accent"
            aria-label={i18n.t('allowances.select', { what, spender: shortAddress(spender) })}
            checked={props.isChosen}
            disabled={props.isLocked}
            onChange={props.onToggle}
          />
        ) : null}
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 text-sm font-medium break-words">
            {what}
            {isUnlimited(row) ? (
              <span className="rounded-full bg-bad-soft px-2 py-0.5 text-xs font-semibold text-bad">
                {i18n.t('allowances.unlimited')}
              </span>
            ) : null}
          </p>
          <p className="text-xs text-muted break-words" title={spender}>
            {i18n.t('allowances.spender', {
              spender:
                own === undefined
                  ? spenderText(spenderKind)
                  : i18n.t('allowances.ownAccount', { name: own }),
            })}{' '}
            <span className="whitespace-nowrap">{shortAddress(spender)}</span>
          </p>
        </div>
        {row.canRevoke ? (
          <Button
            kind="quiet"
            aria-label={revokeLabel(row, what)}
            disabled={props.isBusy}
            onClick={props.onRevoke}
          >
            {i18n.t('allowances.revoke')}
          </Button>
        ) : null}
      </div>
      <div className="flex flex-col gap-0.5 text-xs">
        <p className={isIdle(row) ? 'text-muted' : 'font-medium'}>{stakeText(row)}</p>
        {isDanger ? (
          <p className="font-medium text-bad">{i18n.t('allowances.personDanger')}</p>
        ) : null}
        {expiresAt === undefined ? null : (
          <p className="text-muted">
            {i18n.t('allowances.throughPermit', { time: localTime(expiresAt) })}
          </p>
        )}
        <p className="text-muted">{details.join(' · ')}</p>
        {row.canRevoke ? null : <p className="text-muted">{i18n.t('allowances.watchOnly')}</p>}
      </div>
    </Card>
  );
}

function useNames({ account, chainId }: AllowanceView) {
  const nameOf = useNetworkName();
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const wallets = vault?.status === 'unlocked' ? vault.wallets : [];
  const accounts = wallets.flatMap((wallet) => [...wallet.accounts, ...wallet.hidden]);
  const accountAt = (address: string) =>
    accounts.find((one) => isSameAddress(one.address, address))?.name;
  return {
    accountAt,
    account: accountAt(account) ?? shortAddress(account),
    network: nameOf(chainId),
  };
}

function spenderText(kind: AllowanceView['spenderKind']): string {
  return kind === 'permit2' ? 'Permit2' : i18n.t(`allowances.by.${kind}`);
}

/** Returns the symbol from the token's contract, unless it imitates a known token. */
function symbolOf({ token }: AllowanceView): string {
  return token.imitates === undefined
    ? tokenName(token)
    : i18n.t('meaning.imitatesToken', {
        symbol: token.imitates,
        token: shortAddress(token.address),
      });
}

const isUnlimited = ({ units }: AllowanceView): boolean =>
  units !== undefined && BigInt(units) >= UNLIMITED;

function whatText(row: AllowanceView): string {
  const symbol = symbolOf(row);
  switch (row.kind) {
    case 'operator':
      return i18n.t('allowances.everyItem', { collection: symbol });
    case 'item':
      return i18n.t('allowances.oneItem', { collection: symbol, item: row.item ?? '' });
    case 'buyer side':
    case 'seller side':
      return i18n.t(row.kind === 'buyer side' ? 'allowances.buyerSide' : 'allowances.sellerSide', {
        option: shortAddress(row.token.address),
      });
    default:
      return isUnlimited(row)
        ? i18n.t('allowances.allOf', { symbol })
        : amountOf(row, row.units ?? '0');
  }
}

function amountOf(row: AllowanceView, units: string): string {
  return row.token.imitates === undefined
    ? shownAmount({ token: row.token, units }).value
    : `${amountText(BigInt(units), 0)} ${symbolOf(row)}`;
}

function stakeText(row: AllowanceView): string {
  const { stake, usdCents } = row;
  if (stake === '0') return i18n.t('allowances.nothingNow');
  if (stake === undefined) return i18n.t('allowances.unknownStake');
  if (row.kind === 'buyer side' || row.kind === 'seller side')
    return i18n.t('allowances.couldTakeSide');
  if (row.kind === 'operator' || row.kind === 'item')
    return i18n.t('allowances.couldTakeItems', countOf(stake));
  const amount = amountOf(row, stake);
  return usdCents === undefined
    ? i18n.t('allowances.couldTake', { amount })
    : i18n.t('allowances.couldTakeWorth', { amount, usd: centsText(BigInt(usdCents)) });
}

/** Shortens the number, because a hostile collection can report any number. */
function countOf(stake: string): number {
  return Number(BigInt(stake) > 1_000_000n ? 1_000_000n : BigInt(stake));
}

function revokeLabel(row: AllowanceView, what: string): string {
  const spender = shortAddress(row.spender);
  return row.kind === 'token'
    ? i18n.t('allowances.revokeOf', { symbol: symbolOf(row), spender })
    : i18n.t('allowances.revokeWhat', { what, spender });
}
