import { useState } from 'react';
import { i18n } from '#i18n';
import {
  closingCash,
  type RollTarget,
  rollTargets,
  sameAsOpened,
} from '../../../shared/desk/roll.ts';
import type { ListedSpot } from '../../../shared/messages/market.ts';
import { MAX_KNOWN, type RollInput } from '../../../shared/messages/roll.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import type { QuotationView } from '../../../shared/quotations/view.ts';
import { toPrice8 } from '../../../shared/units.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { useNow } from '../../hooks/use-now.ts';
import { usePositions } from '../../hooks/use-positions.ts';
import { contractsText } from '../../texts/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useOrderList } from '../orders/use-order-list.ts';
import { wholeMoney } from '../positions/position-texts.ts';
import { RollNet } from './RollNet.tsx';
import { optionName } from './roll-texts.ts';

/** Targets shown at first and added per press. */
const AT_ONCE = 8;

/** Live orders that a position can be rolled into, each with its net credit or debit. */
export function RollTargets(props: {
  row: PositionRow;
  account: string;
  request: QuotationView | undefined;
  isBusy: boolean;
  onChoose: (roll: RollInput) => void;
}) {
  const { row, account } = props;
  const { view, isLive } = useOrderList();
  const now = Math.floor(useNow() / 1000);
  const rows = usePositions(account, 'open').data?.rows ?? [];
  const [most, setMost] = useState(AT_ONCE);
  const spot = row.asset === undefined ? undefined : view?.spot[row.asset];
  const targets = spot === undefined ? [] : rollTargets(row, view?.rows ?? [], { spot, now });
  const choose = ({ fill }: RollTarget) => {
    const to = {
      asset: fill.row.asset,
      product: fill.row.product,
      side: fill.row.side,
      strikes: fill.row.strikes.map((strike) => String(toPrice8(strike))),
      expiry: fill.row.expiry,
    };
    props.onChoose({
      account,
      option: row.address,
      side: row.side,
      to,
      collateralSymbol: fill.row.collateralSymbol,
      known: sameAsOpened({ to, side: row.side }, rows)
        .slice(-MAX_KNOWN)
        .map(({ address }) => address),
    });
  };
  if (spot === undefined || targets.length === 0)
    return view?.problem !== undefined ? (
      <Notice tone="warn">{i18n.t('roll.late')}</Notice>
    ) : isLive ? (
      <Notice>{i18n.t('roll.noTargets')}</Notice>
    ) : (
      <Spinner label={i18n.t('roll.reading')} />
    );
  return (
    <section className="flex flex-col gap-2">
      <p className="text-sm text-pretty">{i18n.t('roll.hintTargets')}</p>
      <h2 className="text-sm font-semibold">{i18n.t('roll.targets')}</h2>
      <CardList
        testId="roll-targets"
        items={targets.slice(0, most)}
        keyOf={({ fill }) => `${fill.row.expiry} ${fill.row.strikes.join(' ')} ${fill.row.maker}`}
      >
        {(target) => (
          <Target
            row={row}
            spot={spot}
            target={target}
            closing={closingCash(row, props.request)}
            isBusy={props.isBusy}
            onChoose={() => choose(target)}
          />
        )}
      </CardList>
      {targets.length <= most ? null : (
        <Button kind="quiet" onClick={() => setMost(most + AT_ONCE)}>
          {i18n.t('positions.more', { count: targets.length - most })}
        </Button>
      )}
    </section>
  );
}

function Target(props: {
  row: PositionRow;
  spot: ListedSpot;
  target: RollTarget;
  closing: ReturnType<typeof closingCash>;
  isBusy: boolean;
  onChoose: () => void;
}) {
  const { row, spot, target } = props;
  const { fill, cash, isPart } = target;
  const hidden = useHidden();
  const token = {
    address: '',
    symbol: fill.row.collateralSymbol,
    decimals: fill.row.collateralDecimals,
  };
  return (
    <button
      type="button"
      disabled={props.isBusy}
      onClick={props.onChoose}
      className="flex w-full flex-col gap-1 rounded-2xl border border-line bg-surface p-3 text-start hover:bg-raised"
    >
      <span className="text-sm font-semibold">{optionName(fill.row)}</span>
      <RollNet row={row} spot={spot} closing={props.closing} opening={cash} />
      {row.side === 'buyer' ? null : (
        <span className="text-xs text-muted">
          {hidden(
            i18n.t('roll.collateral', {
              back: wholeMoney(row.collateral, row.token),
              locked: wholeMoney(fill.quote.collateral, token),
            }),
          )}
        </span>
      )}
      {isPart ? (
        <span className="text-xs text-warn">
          {hidden(i18n.t('roll.onlyPart', { count: contractsText(fill.contracts, fill.decimals) }))}
        </span>
      ) : null}
    </button>
  );
}
