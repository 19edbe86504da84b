import { TrendingDown, TrendingUp } from 'lucide-react';
import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useHidden, useIsHidden } from '../../hooks/use-hidden-amounts.ts';
import { fittingUsd } from '../../texts/numbers.ts';
import { exactMoney, profitText } from '../../texts/position-texts.ts';

/** Shows a gain or a loss by sign, arrow and colour, unless amounts are hidden. */
export function ProfitFigure(props: {
  /** Gain or loss; undefined when unknown. Only its sign is used. */
  amount: bigint | undefined;
  text: string;
  title?: string | undefined;
  className?: string;
}) {
  const hidden = useHidden();
  const isHidden = useIsHidden();
  const { amount, className = '' } = props;
  const [text, title] = [hidden(props.text), props.title && hidden(props.title)];
  if (amount === undefined || amount === 0n || isHidden) {
    return (
      <span className={`max-w-full break-words ${className}`} title={title}>
        {text}
      </span>
    );
  }
  const isGain = amount > 0n;
  const Icon = isGain ? TrendingUp : TrendingDown;
  return (
    <span
      title={title}
      className={`inline-flex max-w-full items-center gap-1 ${isGain ? 'text-good' : 'text-bad'} ${className}`}
    >
      <Icon
        className="shrink-0"
        role="img"
        aria-label={i18n.t(isGain ? 'positions.gain' : 'positions.loss')}
        size={14}
      />
      <span className="min-w-0 break-words">{text}</span>
    </span>
  );
}

/** Shows a gain or a loss in dollars or in the token. The title has the exact amount. */
export function TokenProfit(props: {
  units: bigint | undefined;
  /** Dollars with 8 decimals. */
  usd?: bigint | undefined;
  token: PositionRow['token'];
  most: number;
  className?: string;
}) {
  const { units, usd, token, most, className = '' } = props;
  const text =
    units === undefined
      ? '—'
      : usd === undefined
        ? profitText(units, token, most)
        : fittingUsd(usd, most, true);
  const title = units === undefined ? undefined : exactMoney(units, token);
  return <ProfitFigure {...{ text, title, className }} amount={units} />;
}
