import { useId, useState } from 'react';
import { i18n } from '#i18n';
import { worthSymbol } from '../../../../shared/chain/lending.ts';
import { type Size, shareOfSize } from '../../../../shared/orders/ticket.ts';
import { parseSize } from '../../../../shared/parse-size.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { contractsText, exactText } from '../../../texts/numbers.ts';
import type { Ticket, TicketPage } from './ticket-model.ts';
import { heldText } from './ticket-texts.ts';

/** Number of characters of an amount above which the fields don't fit side by side. */
const BESIDE = 12;

const PRESETS = [25, 50, 75, 100] as const;

/** Shows fields for the size in contracts and in money, which update each other, and presets. */
export function SizeFields(props: {
  ticket: Ticket;
  page: TicketPage;
  size: Size;
  onSize: (size: Size) => void;
}) {
  const { ticket, page, onSize } = props;
  const { view, offer, largest, budget, balance } = ticket;
  const { decimals } = offer;
  const { contracts, spend } = page.figures;
  const [typed, setTyped] = useState<{ by: Size['by']; text: string }>();
  const id = useId();
  const mark = i18n.t('numbers.decimal') === ',' ? ',' : '.';
  const change = (by: Size['by'], text: string) => {
    setTyped({ by, text });
    // Unreadable text counts as zero, so that no figures of the former size are shown.
    onSize({ by, amount: parseSize(text, decimals, mark) ?? 0n });
  };
  const textOf = (by: Size['by'], amount: bigint) =>
    typed?.by === by ? typed.text : exactText(amount, decimals);
  const isUnreadable =
    typed !== undefined && typed.text !== '' && parseSize(typed.text, decimals, mark) === undefined;
  const [spent, sized] = [textOf('spend', spend), textOf('contracts', contracts)];
  const longest = Math.max(spent.length, sized.length);
  const isLong = longest > BESIDE;
  const hidden = useHidden();
  const isHeld = balance !== undefined && largest < budget;
  return (
    <section aria-label={i18n.t('ticket.size')} className="flex flex-col gap-2">
      <div className={`grid gap-2 ${isLong ? '' : 'grid-cols-2'}`}>
        <Amount
          id={`${id}-spend`}
          label={i18n.t(view.side === 'buy' ? 'ticket.spend' : 'ticket.lock')}
          unit={worthSymbol(view.token.symbol)}
          value={spent}
          longest={longest}
          note={`${id}-note`}
          isWrong={isUnreadable && typed?.by === 'spend'}
          onChange={(text) => change('spend', text)}
        />
        <Amount
          id={`${id}-contracts`}
          label={i18n.t('ticket.contracts')}
          unit="×"
          value={sized}
          longest={longest}
          note={`${id}-note`}
          isWrong={isUnreadable && typed?.by === 'contracts'}
          onChange={(text) => change('contracts', text)}
        />
      </div>
      <fieldset className="grid grid-cols-4 gap-2">
        <legend className="sr-only">{i18n.t('ticket.presets')}</legend>
        {PRESETS.map((percent) => {
          const share = shareOfSize(largest, BigInt(percent), decimals);
          const isChosen = typed === undefined && share > 0n && share === contracts;
          return (
            <button
              key={percent}
              type="button"
              aria-pressed={isChosen}
              disabled={share === 0n}
              onClick={() => {
                setTyped(undefined);
                onSize({ by: 'contracts', amount: share });
              }}
              className={`min-h-8 rounded-lg text-xs font-semibold disabled:opacity-45 ${isChosen ? 'bg-accent-soft text-accent' : 'bg-raised hover:bg-line'}`}
            >
              {percent === 100
                ? i18n.t('ticket.max')
                : i18n.t('numbers.percent', { amount: String(percent) })}
            </button>
          );
        })}
      </fieldset>
      <p id={`${id}-note`} className={`text-xs ${isUnreadable ? 'text-bad' : 'text-muted'}`}>
        {isUnreadable
          ? i18n.t('ticket.noNumber')
          : i18n.t(isHeld ? 'ticket.upToHeld' : 'ticket.upToBudget', {
              most: contractsText(largest, decimals),
              held: hidden(heldText(ticket)),
            })}
      </p>
    </section>
  );
}

function Amount(props: {
  id: string;
  label: string;
  unit: string;
  /** Number of characters in the longer of the two fields. Both fields have the same type size. */
  longest: number;
  value: string;
  note: string;
  isWrong: boolean;
  onChange: (text: string) => void;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={props.id} className="text-xs font-medium text-muted">
        {props.label}
      </label>
      <div
        className={`flex min-h-11 items-center gap-1.5 rounded-xl border bg-surface px-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${props.isWrong ? 'border-bad' : 'border-line'}`}
      >
        <input
          id={props.id}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={props.note}
          aria-invalid={props.isWrong}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          className={`min-w-0 flex-1 bg-transparent font-semibold outline-none ${props.longest > 10 ? 'text-xs' : props.longest > 8 ? 'text-sm' : 'text-base'}`}
          title={props.value}
        />
        <span aria-hidden className="shrink-0 text-xs text-muted">
          {props.unit}
        </span>
      </div>
    </div>
  );
}
