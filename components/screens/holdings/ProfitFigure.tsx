import { TrendingDown, TrendingUp } from 'lucide-react';
import { i18n } from '#i18n';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';

/** A gain or a loss of the user, shown by sign, arrow and colour. */
export function ProfitFigure(props: {
  /** Only its sign is used; undefined when unknown. */
  amount: bigint | undefined;
  text: string;
  title?: string | undefined;
  className?: string;
}) {
  const hidden = useHidden();
  const { amount, className = '' } = props;
  const [text, title] = [hidden(props.text), props.title && hidden(props.title)];
  if (amount === undefined || amount === 0n) {
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
