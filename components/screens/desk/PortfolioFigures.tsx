import { i18n } from '#i18n';
import type { portfolioOf } from '../../../shared/desk/portfolio.ts';
import { shortAddress } from '../../../shared/format.ts';
import { priceText, signedDollars } from '../../charts/chart-texts.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { tokenText } from '../../texts/numbers.ts';
import { localTime } from '../../texts/times.ts';

type Shown = ReturnType<typeof portfolioOf>;

const GREEKS = [
  ['delta', 'desk.dollarDelta', 'desk.dollarDeltaWhy'],
  ['gamma', 'desk.dollarGamma', 'desk.dollarGammaWhy'],
  ['theta', 'desk.dollarTheta', 'desk.dollarThetaWhy'],
  ['vega', 'desk.dollarVega', 'desk.dollarVegaWhy'],
] as const;

/** Value, risk and concentration of one asset's holdings. */
export function PortfolioFigures(props: {
  portfolio: Shown;
  /** Number of holdings. */
  count: number;
}) {
  const { portfolio } = props;
  const isValued = portfolio.unvalued < props.count;
  const dollars = (amount: number) => (isValued ? signedDollars(amount) : '—');
  const { value, profit, greeks, maxLoss, locked, byMaker, byExpiry } = portfolio;
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line *:bg-surface *:p-3">
        <Figure name={i18n.t('desk.value')} why={i18n.t('desk.valueWhy')} text={dollars(value)} />
        <Figure
          name={i18n.t('desk.profit')}
          why={i18n.t('desk.profitWhy')}
          text={dollars(profit)}
          tone={!isValued ? '' : profit < 0 ? 'text-bad' : 'text-good'}
        />
        <Figure
          name={i18n.t('desk.maxLoss')}
          why={i18n.t('desk.maxLossWhy')}
          text={maxLoss === undefined ? i18n.t('desk.growsWithPrice') : priceText(maxLoss)}
        />
        <Figure
          name={i18n.t('desk.locked')}
          why={i18n.t('desk.lockedWhy')}
          text={
            locked.length === 0
              ? '—'
              : locked
                  .map(({ token, amount }) => `${tokenText(amount, token)} ${token.symbol}`)
                  .join(', ')
          }
        />
        {GREEKS.map(([greek, name, why]) => (
          <Figure key={greek} name={i18n.t(name)} why={i18n.t(why)} text={dollars(greeks[greek])} />
        ))}
      </dl>
      {byMaker.every(({ of }) => of === '') ? null : (
        <Shares
          title={i18n.t('desk.byMaker')}
          rows={byMaker.map(({ of, share }) => ({ key: of, name: shortAddress(of), share }))}
        />
      )}
      <Shares
        title={i18n.t('desk.byExpiry')}
        rows={byExpiry.map(({ of, share }) => ({ key: String(of), name: localTime(of), share }))}
      />
      {portfolio.unvalued > 0 ? (
        <p className="text-xs text-muted">{i18n.t('desk.unvalued', portfolio.unvalued)}</p>
      ) : null}
      {portfolio.uncosted > 0 ? (
        <p className="text-xs text-muted">{i18n.t('desk.uncosted', portfolio.uncosted)}</p>
      ) : null}
    </div>
  );
}

function Figure(props: { name: string; why: string; text: string; tone?: string }) {
  const hidden = useHidden();
  return (
    <div title={props.why} className="min-w-0">
      <dt className="text-xs text-muted">{props.name}</dt>
      <dd className={`font-semibold break-words ${props.tone ?? ''}`}>{hidden(props.text)}</dd>
    </div>
  );
}

function Shares(props: {
  title: string;
  rows: readonly { key: string; name: string; share: number }[];
}) {
  return (
    <section className="flex flex-col gap-1">
      <h2 className="text-xs font-medium text-muted">{props.title}</h2>
      <ul className="flex flex-col gap-1">
        {props.rows.map(({ key, name, share }) => (
          <li
            key={key}
            title={key}
            className="relative flex justify-between rounded-md px-2 py-1 text-xs"
          >
            <span
              aria-hidden
              className="absolute inset-y-0 left-0 rounded-md bg-accent-soft"
              style={{ width: `${share * 100}%` }}
            />
            <span className="relative">{name}</span>
            <span className="relative">
              {i18n.t('numbers.percent', { amount: String(Math.round(share * 100)) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
