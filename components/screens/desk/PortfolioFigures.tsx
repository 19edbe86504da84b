import { i18n } from '#i18n';
import type { portfolioOf } from '../../../shared/desk/portfolio.ts';
import { shortAddress } from '../../../shared/format.ts';
import { toUsd8 } from '../../../shared/units.ts';
import { signedDollars } from '../../charts/chart-texts.ts';
import { useHidden, useTone } from '../../hooks/use-hidden-amounts.ts';
import { plainPercent } from '../../texts/numbers.ts';
import { payText, payUsd } from '../../texts/payments.ts';
import { localTime } from '../../texts/times.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { DOLLAR_GREEKS } from './dollar-greeks.ts';
import { Meanings } from './Meanings.tsx';

type Shown = ReturnType<typeof portfolioOf>;

/** Figures with an explanation. The greeks have explanations too. */
const EXPLAINED = ['value', 'profit', 'maxLoss', 'locked'] as const;

/** Shows value, risk and concentration of one asset's holdings. */
export function PortfolioFigures(props: { portfolio: Shown; count: number }) {
  const { portfolio } = props;
  const isValued = portfolio.unvalued < props.count;
  const hidden = useHidden();
  const toneOf = useTone();
  const dollars = (amount: number) => (isValued ? hidden(signedDollars(amount)) : '—');
  const { value, profit, greeks, maxLoss, locked, byMaker, byExpiry } = portfolio;
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm">
      <Facts look="tiles">
        <Fact label={i18n.t('desk.value')} text={dollars(value)} />
        <Fact
          label={i18n.t('desk.profit')}
          text={profit === undefined ? '—' : dollars(profit)}
          tone={toneOf(profit ?? 0)}
        />
        <Fact
          label={i18n.t('desk.maxLoss')}
          text={
            portfolio.uncosted === props.count
              ? '—'
              : maxLoss === undefined
                ? i18n.t('desk.growsWithPrice')
                : maxLoss < 0
                  ? i18n.t('ticket.noLoss')
                  : hidden(payUsd(toUsd8(maxLoss)))
          }
        />
        <Fact
          label={i18n.t('desk.locked')}
          text={
            locked.length === 0
              ? dollars(0)
              : locked
                  .map(({ token, amount }) => hidden(`${payText(amount, token)} ${token.symbol}`))
                  .join(', ')
          }
        />
        {DOLLAR_GREEKS.map((greek) => (
          <Fact key={greek} label={i18n.t(`desk.dollar.${greek}`)} text={dollars(greeks[greek])} />
        ))}
      </Facts>
      <Meanings
        of={[
          ...EXPLAINED.map((name) => [i18n.t(`desk.${name}`), i18n.t(`desk.${name}Why`)] as const),
          ...DOLLAR_GREEKS.map(
            (greek) => [i18n.t(`desk.dollar.${greek}`), i18n.t(`desk.dollarWhy.${greek}`)] as const,
          ),
        ]}
      />
      {byMaker.every(({ of }) => of === '') ? null : (
        <Shares
          title={i18n.t('desk.byMaker')}
          rows={byMaker.map(({ of, share }) => ({ title: of, name: shortAddress(of), share }))}
        />
      )}
      <Shares
        title={i18n.t('desk.byExpiry')}
        rows={byExpiry.map(({ of, share }) => ({ name: localTime(of), share }))}
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

function Shares(props: {
  title: string;
  rows: readonly { title?: string; name: string; share: number }[];
}) {
  return (
    <section className="flex flex-col gap-1">
      <h2 className="text-xs font-medium text-muted">{props.title}</h2>
      <ul className="flex flex-col gap-1">
        {props.rows.map(({ title, name, share }) => (
          <li
            key={title ?? name}
            className="relative flex justify-between rounded-md px-2 py-1 text-xs"
          >
            <span
              aria-hidden
              className="absolute inset-y-0 start-0 rounded-md bg-accent-soft"
              style={{ width: `${share * 100}%` }}
            />
            <span className="relative" title={title}>
              {name}
            </span>
            <span className="relative">{plainPercent(BigInt(Math.round(share * 100)) * 100n)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
