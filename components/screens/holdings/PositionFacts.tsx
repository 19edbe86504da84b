import type { ReactNode } from 'react';
import { zeroAddress } from 'viem';
import { i18n } from '#i18n';
import { shortAddress } from '../../../shared/format.ts';
import { paidFor } from '../../../shared/positions/cost.ts';
import { closingAmount } from '../../../shared/positions/headline.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { exactText } from '../../texts/numbers.ts';
import {
  contractsText,
  exactMoney,
  fittingPrice,
  moneyText,
  paidText,
  strikesText,
} from '../../texts/position-texts.ts';
import { localTime, utcTime } from '../../texts/times.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** Shows all known facts of a position. Amounts are exact on hover and when copied. */
export function PositionFacts({ row }: { row: PositionRow }) {
  const { token, end } = row;
  const hidden = useHidden();
  const worth = row.verification === 'disagrees' ? undefined : row.worth;
  const isBuyer = row.side === 'buyer';
  // For a seller, the value is the debt, shown as a negative amount.
  const value = worth && (isBuyer ? worth.value : -worth.value);
  const now = closingAmount(row);
  const hasEnded = row.state === 'settled' || row.state === 'closed';
  return (
    <Card>
      <h2 className="sr-only">{i18n.t('positions.facts')}</h2>
      <Facts>
        <OwnFact
          label={i18n.t('positions.contracts')}
          exact={exactText(row.contracts, token.decimals)}
        >
          {contractsText(row)}
        </OwnFact>
        <OwnFact label={i18n.t('positions.strikes', row.strikes.length)}>
          {strikesText(row)}
        </OwnFact>
        <OwnFact
          label={i18n.t(row.state === 'open' ? 'positions.expires' : 'positions.expired')}
          title={utcTime(row.expiry)}
        >
          {localTime(row.expiry)}
        </OwnFact>
        {row.isReceived ? (
          <OwnFact
            label={i18n.t(isBuyer ? 'positions.cost' : 'positions.costSeller')}
            exact={row.enteredCost === undefined ? undefined : exactMoney(row.enteredCost, token)}
          >
            {row.enteredCost === undefined
              ? i18n.t('positions.costUnknown')
              : i18n.t('positions.costByYou', {
                  amount: (isBuyer ? paidText : moneyText)(row.enteredCost, token),
                })}
          </OwnFact>
        ) : (
          <PremiumFacts row={row} />
        )}
        <OwnFact
          label={i18n.t(isBuyer ? 'positions.collateral' : 'positions.collateralYours')}
          exact={exactMoney(row.collateral, token)}
        >
          {(isBuyer ? moneyText : paidText)(row.collateral, token)}
        </OwnFact>
        <OwnFact
          label={worthLabel(isBuyer, hasEnded)}
          exact={value === undefined ? undefined : exactMoney(value, token)}
        >
          {value === undefined ? '—' : moneyText(value, token)}
        </OwnFact>
        {hasEnded ? null : (
          <>
            <OwnFact
              label={i18n.t(isBuyer ? 'positions.sellNow' : 'positions.buyBackNow')}
              exact={now === undefined ? undefined : exactMoney(now, token)}
            >
              {now === undefined ? '—' : (isBuyer ? moneyText : paidText)(now, token)}
            </OwnFact>
            <OwnFact
              label={i18n.t('positions.mark')}
              title={row.mark === undefined ? undefined : i18n.t('positions.markHint')}
            >
              {row.mark === undefined ? '—' : hidden(moneyText(row.mark, token))}
            </OwnFact>
          </>
        )}
        {row.settlementPrice === undefined ? null : (
          <OwnFact
            label={i18n.t('positions.settlementPrice')}
            exact={exactText(row.settlementPrice, 8)}
          >
            {fittingPrice(row.settlementPrice)}
          </OwnFact>
        )}
        {row.entry.at === 0 ? null : (
          <OwnFact label={i18n.t('positions.opened')} title={utcTime(row.entry.at)}>
            {localTime(row.entry.at)}
          </OwnFact>
        )}
        {row.givenTo === undefined ? null : (
          <OwnFact label={i18n.t('positions.givenTo')} title={row.givenTo}>
            {shortAddress(row.givenTo)}
          </OwnFact>
        )}
        {end === undefined ? null : (
          <OwnFact
            label={i18n.t(row.givenTo === undefined ? 'positions.ended' : 'positions.given')}
            title={utcTime(end.at)}
          >
            {localTime(end.at)}
          </OwnFact>
        )}
        <Party
          label={i18n.t('positions.buyer')}
          address={row.buyer}
          isYou={isBuyer && row.givenTo === undefined}
        />
        <Party
          label={i18n.t('positions.seller')}
          address={row.seller}
          isYou={!isBuyer && row.givenTo === undefined}
        />
        <OwnFact
          label={i18n.t('positions.referrer')}
          title={row.referrer === zeroAddress ? undefined : row.referrer}
        >
          {row.referrer === zeroAddress
            ? i18n.t('positions.noReferrer')
            : shortAddress(row.referrer)}
        </OwnFact>
        <OwnFact label={i18n.t('positions.option')} title={row.address}>
          <span className="inline-flex items-center gap-1">
            {shortAddress(row.address)}
            <CopyButton value={row.address} label={i18n.t('positions.copyOption')} />
          </span>
        </OwnFact>
        <OwnFact label={i18n.t('positions.transaction')} title={row.entry.txHash}>
          {shortAddress(row.entry.txHash)}
        </OwnFact>
        {end === undefined ? null : (
          <OwnFact label={i18n.t('positions.closing')} title={end.txHash}>
            {shortAddress(end.txHash)}
          </OwnFact>
        )}
      </Facts>
    </Card>
  );
}

/** Shows the amount that the account paid or received in the first trade. */
function PremiumFacts({ row }: { row: PositionRow }) {
  const { token, fee } = row;
  const isBuyer = row.side === 'buyer';
  const amount = paidFor(row) ?? 0n;
  return (
    <>
      <OwnFact
        label={i18n.t(isBuyer ? 'positions.premiumPaid' : 'positions.premiumReceived')}
        exact={exactMoney(amount, token)}
      >
        {(isBuyer ? paidText : moneyText)(amount, token)}
      </OwnFact>
      <OwnFact label={i18n.t('positions.fee')} exact={exactMoney(fee, token)}>
        {paidText(fee, token)}
      </OwnFact>
    </>
  );
}

/** Shows a fact about the user's money, without its amount while amounts are hidden. */
function OwnFact(props: {
  label: string;
  /** The exact amount, on hover and when copied. */
  exact?: string | undefined;
  title?: string | undefined;
  children: ReactNode;
}) {
  const hidden = useHidden();
  const { exact, children } = props;
  return (
    <Fact
      label={props.label}
      text={exact !== undefined && typeof children === 'string' ? hidden(children) : children}
      exact={exact && hidden(exact)}
      hint={props.title}
    />
  );
}

function Party(props: { label: string; address: string; isYou: boolean }) {
  return (
    <OwnFact label={props.label} title={props.address}>
      {shortAddress(props.address)}
      {props.isYou ? ` (${i18n.t('positions.you')})` : ''}
    </OwnFact>
  );
}

function worthLabel(isBuyer: boolean, hasEnded: boolean): string {
  if (hasEnded) return i18n.t(isBuyer ? 'positions.paidOut' : 'positions.owedPaid');
  return i18n.t(isBuyer ? 'positions.intrinsic' : 'positions.owed');
}
