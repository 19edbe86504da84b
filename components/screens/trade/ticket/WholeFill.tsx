import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { i18n } from '#i18n';
import type { FillPlanView } from '../../../../shared/messages/ticket.ts';
import type { PayoffPicture } from '../../../../shared/orders/picture.ts';
import { PayoffChart } from '../../../charts/PayoffChart.tsx';
import { feeText } from '../../../texts/describe-fees.ts';
import { amountText } from '../../../texts/numbers.ts';
import { productLabel } from '../../../texts/product-name.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import type { Ticket } from './ticket-model.ts';
import { cost, etherOr, formsOf, type Money, money } from './ticket-texts.ts';

interface Line extends Pick<Money, 'text'> {
  readonly exact?: string;
  readonly note?: string;
}

/** Lists all amounts that the steps of a fill move: outgoing, incoming and lent. */
export function WholeFill(props: {
  ticket: Ticket;
  plan: FillPlanView;
  picture: PayoffPicture | undefined;
}) {
  const { ticket, plan, picture } = props;
  const { token, side } = ticket.view;
  const surplus = surplusText(ticket, plan);
  return (
    <section
      aria-label={i18n.t('approvals.moves')}
      className="flex flex-col gap-2 rounded-xl border border-line bg-surface p-3"
      data-testid="whole-fill"
    >
      <h2 className="text-sm font-semibold">
        {i18n.t('ticket.whole', { count: plan.preparations.length + 1 })}
      </h2>
      <div className="flex flex-wrap gap-2">
        <Direction
          title={i18n.t('approvals.leaves')}
          lines={leavesOf(ticket, plan)}
          Icon={ArrowUpRight}
        />
        <Direction
          title={i18n.t('approvals.arrives')}
          lines={arrivesOf(ticket, plan)}
          Icon={ArrowDownLeft}
        />
      </div>
      {side === 'buy' ? null : (
        <Facts>
          <Fact label={i18n.t('progress.locked')} {...cost(plan.collateral, token)} />
        </Facts>
      )}
      {surplus === undefined ? null : <p className="text-xs text-muted">{surplus}</p>}
      {picture === undefined ? null : (
        <PayoffChart picture={picture} label={i18n.t('chart.profit')} />
      )}
    </section>
  );
}

function Direction(props: { title: string; lines: readonly Line[]; Icon: typeof ArrowUpRight }) {
  const { title, lines, Icon } = props;
  return (
    <div className="min-w-min flex-1 basis-2/5 rounded-xl bg-raised p-3">
      <h3 className="flex items-center gap-1 text-xs font-semibold text-muted">
        <Icon aria-hidden size={13} /> {title}
      </h3>
      {lines.map(({ text, exact, note }) => (
        <div key={`${text} ${note}`} title={exact ?? text} className="mt-1">
          <p className="text-sm font-semibold">{text}</p>
          {note === undefined ? null : <p className="text-xs text-muted">{note}</p>}
        </div>
      ))}
    </div>
  );
}

function leavesOf({ view }: Ticket, { change, fee }: FillPlanView): readonly Line[] {
  const { decimals } = view.token;
  const [asset, receipt] = formsOf(view);
  const forms = [
    { symbol: 'ETH', amount: change.ether },
    { symbol: asset, amount: change.asset },
    { symbol: receipt, amount: change.receipt, note: i18n.t('funds.lentNote') },
  ];
  return [
    ...forms
      .filter(({ amount }) => amount < 0n)
      .map(({ symbol, amount, ...rest }) => ({
        ...cost(-amount, { symbol, decimals }),
        ...rest,
      })),
    fee === undefined
      ? { text: i18n.t('ticket.feesUnknown') }
      : {
          text: i18n.t('ticket.atMost', { amount: feeText(fee, 'ETH') }),
          note: i18n.t('ticket.networkFees'),
        },
  ];
}

function arrivesOf({ view, offer }: Ticket, plan: FillPlanView): readonly Line[] {
  const isSelling = view.side === 'sell';
  const count = amountText(plan.contracts, offer.decimals);
  return [
    {
      text: `${count} × ${view.asset} ${productLabel(view.product)}`,
      note: i18n.t(isSelling ? 'ticket.asSeller' : 'ticket.asBuyer'),
    },
    ...(isSelling
      ? [{ ...money(plan.receives, view.token), note: i18n.t('ticket.premiumDeducted') }]
      : []),
  ];
}

/** Explains why a conversion leaves a remainder: it allows for the highest fee and for rounding. */
function surplusText({ view }: Ticket, { wanted, change }: FillPlanView): string | undefined {
  const surplus = change[wanted];
  if (surplus <= 0n) return undefined;
  const [asset] = formsOf(view);
  const amount = money(surplus, view.token).text;
  return wanted === 'receipt'
    ? i18n.t('funds.surplusLent', { amount, asset: etherOr(asset) })
    : i18n.t('funds.surplusHeld', { amount, asset });
}
