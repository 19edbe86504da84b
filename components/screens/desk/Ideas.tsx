import { i18n } from '#i18n';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { Outlook, OutlookQuote, Ranking } from '../../../shared/desk/outlook.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { toPrice8 } from '../../../shared/units.ts';
import { chanceText, percentText, plainPercent } from '../../texts/numbers.ts';
import { getUsd, payUsd } from '../../texts/payments.ts';
import { leftUntil, localTime } from '../../texts/times.ts';
import { Select } from '../../ui/Select.tsx';
import { EmptyOrders } from '../trade/orders/EmptyOrders.tsx';
import { OrderThumbnail } from '../trade/orders/OrderThumbnail.tsx';
import { edgeOf } from '../trade/orders/order-figures.ts';
import { quoteName } from '../trade/orders/quote-name.ts';
import { AssetChoices } from './Choices.tsx';
import { OutlookPicture } from './OutlookPicture.tsx';
import { type Picking, TicketBeside } from './TicketBeside.tsx';
import { useIdeas } from './use-ideas.ts';

const OUTLOOKS: readonly Outlook[] = [
  'up',
  'risesALittle',
  'stays',
  'fallsALittle',
  'down',
  'moves',
];
const RANKINGS: readonly Ranking[] = ['gain', 'probability', 'cost', 'leverage', 'yield'];

/** Lists live quotes that profit from an expectation, and opens the ticket of a chosen quote. */
export function Ideas(props: Omit<Parameters<typeof TicketBeside>[0], 'children'>) {
  const ideas = useIdeas();
  return (
    <TicketBeside {...props}>{(picking) => <IdeasView {...picking} {...ideas} />}</TicketBeside>
  );
}

export function IdeasView(props: Picking & ReturnType<typeof useIdeas>) {
  const { wish, onWish, assets, asset, spot, quotes } = props;
  const { outlook, ranking } = wish;
  if (!props.hasAny || asset === undefined)
    return <EmptyOrders state={props.emptyState} onClear={() => undefined} />;
  return (
    <div className="@container flex flex-col gap-4 p-4" data-testid="ideas">
      <div className="flex flex-wrap items-center gap-3">
        <AssetChoices
          assets={assets}
          chosen={asset}
          onChoose={(name) => onWish({ ...wish, asset: name })}
        />
        <h2 className="text-base font-semibold">{i18n.t('desk.outlookAsk', { asset })}</h2>
      </div>
      <fieldset
        aria-label={i18n.t('desk.outlooks')}
        className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-2"
      >
        {OUTLOOKS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === outlook}
            onClick={() => onWish({ ...wish, outlook: name })}
            className={`flex flex-col items-center gap-1 rounded-xl border p-2 text-sm ${name === outlook ? 'border-accent bg-accent-soft font-semibold text-accent' : 'border-line bg-surface hover:border-accent'}`}
          >
            <OutlookPicture outlook={name} />
            {i18n.t(`desk.outlook.${name}`)}
          </button>
        ))}
      </fieldset>
      <div className="max-w-64">
        <Select
          label={i18n.t('desk.rankBy')}
          options={RANKINGS.map((value) => ({ value, text: i18n.t(`desk.rank.${value}`) }))}
          value={ranking}
          onPick={(chosen) => onWish({ ...wish, ranking: chosen })}
        />
      </div>
      {quotes.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted" role="status">
          {i18n.t('desk.noIdea')}
        </p>
      ) : (
        <ul className="grid gap-2 @min-[44rem]:grid-cols-2 @min-[72rem]:grid-cols-3">
          {quotes.map((quote) => (
            <li key={quote.row.digest}>
              <IdeaCard
                quote={quote}
                now={props.now}
                isPicked={props.picked.includes(termsKey(quote.row))}
                onPick={() => props.onPick(quote.row, spot)}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="text-xs text-pretty text-muted">{i18n.t('desk.outlookHow')}</p>
    </div>
  );
}

function IdeaCard(props: {
  quote: OutlookQuote;
  now: number;
  isPicked: boolean;
  onPick: () => void;
}) {
  const { row, cost, gain, expectedGain, yieldPerYear } = props.quote;
  return (
    <button
      type="button"
      data-idea={row.digest}
      aria-current={props.isPicked ? 'true' : undefined}
      onClick={props.onPick}
      className={`flex w-full items-center gap-3 rounded-xl border p-3 text-start ${props.isPicked ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:border-accent'}`}
    >
      <span className="w-24 shrink-0">
        <OrderThumbnail outline={row.thumbnail} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="text-sm font-semibold">{quoteName(row)}</span>
        <span className="text-xs text-muted">
          {localTime(row.expiry)} ({leftUntil(row.expiry, props.now)})
        </span>
        <span className="flex flex-wrap gap-x-3 text-xs">
          <span>
            {i18n.t(row.side === 'buy' ? 'desk.costs' : 'desk.locks', {
              amount: payUsd(toPrice8(cost)),
            })}
          </span>
          <span className="text-good">
            {i18n.t('desk.gains', { amount: getUsd(toPrice8(gain)) })}
          </span>
          <span>
            {i18n.t('desk.expectedGain', {
              share: percentText(BigInt(Math.round(expectedGain * 100)) * 100n),
            })}
          </span>
          <Chance row={row} />
          <span>
            {yieldPerYear === undefined
              ? edgeOf(row)
              : i18n.t('desk.perYear', {
                  share: plainPercent(BigInt(Math.round(yieldPerYear * 10)) * 10n),
                })}
          </span>
        </span>
      </span>
    </button>
  );
}

function Chance({ row: { profitChance } }: { row: OrderRow }) {
  return profitChance === undefined ? null : (
    <span>{i18n.t('desk.chanceOf', { chance: chanceText(profitChance) })}</span>
  );
}
