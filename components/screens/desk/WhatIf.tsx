import { i18n } from '#i18n';
import type { TimeSteps } from '../../../shared/desk/time-steps.ts';
import { priceText } from '../../charts/chart-texts.ts';
import { Card } from '../../ui/Card.tsx';
import { Slider } from '../../ui/Slider.tsx';
import type { Moves } from './scene.ts';

const MOST = { spot: 50, volatility: 50 };

/** Shows sliders that change the assumed market of the portfolio's chart. */
export function WhatIf(props: {
  moves: Moves;
  /** Hours per step of time, and the number of steps. */
  steps: TimeSteps;
  /** The current price in dollars. */
  spot: number;
  onChange: (moves: Moves) => void;
}) {
  const { moves, steps, onChange } = props;
  const later = Math.round(moves.hours / steps.hours);
  const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}`;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold">{i18n.t('desk.whatIf')}</h2>
      <div className="grid gap-4 sm:grid-cols-3">
        <Slider
          label={i18n.t('desk.spotMove')}
          text={`${i18n.t('numbers.percent', { amount: signed(moves.spot) })} · ${priceText(props.spot * (1 + moves.spot / 100))}`}
          value={moves.spot}
          from={-MOST.spot}
          to={MOST.spot}
          onChange={(spot) => onChange({ ...moves, spot })}
        />
        <Slider
          label={i18n.t('desk.volatilityMove')}
          text={i18n.t('desk.points', Math.abs(moves.volatility), {
            points: signed(moves.volatility),
          })}
          value={moves.volatility}
          from={-MOST.volatility}
          to={MOST.volatility}
          onChange={(volatility) => onChange({ ...moves, volatility })}
        />
        <Slider
          label={i18n.t('desk.daysMove')}
          text={i18n.t(steps.hours === 1 ? 'desk.hoursLater' : 'desk.daysLater', later)}
          value={later}
          from={0}
          to={steps.count}
          onChange={(chosen) => onChange({ ...moves, hours: chosen * steps.hours })}
        />
      </div>
    </Card>
  );
}
