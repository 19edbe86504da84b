import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';

const CARD = 'divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface';

/** Shows a choice between a few options, all of them visible. */
export function Radios<Value extends string | number>(props: {
  legend: string;
  isLegendHidden?: boolean;
  hint?: string;
  options: readonly {
    readonly value: Value;
    readonly text: string;
    readonly Icon?: LucideIcon;
    /** Language of the text, if it isn't the page's. */
    readonly lang?: string | undefined;
  }[];
  value: Value | undefined;
  onPick: (value: Value) => void;
  /** True if the options fill a card of their own. */
  isCard?: boolean;
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className={props.isLegendHidden ? 'sr-only' : 'mb-1 text-sm font-semibold'}>
        {props.legend}
      </legend>
      {props.hint === undefined ? null : <p className="text-xs text-muted">{props.hint}</p>}
      <div className={props.isCard ? CARD : (props.className ?? 'flex flex-col')}>
        {props.options.map(({ value, text, Icon, lang }) => (
          <label
            key={value}
            className={`flex items-center gap-3 text-sm ${props.isCard ? 'px-4 py-3 hover:bg-raised' : 'py-1.5'}`}
          >
            <input
              type="radio"
              name={name}
              className="size-4 shrink-0 accent-accent"
              checked={props.value === value}
              onChange={() => props.onPick(value)}
            />
            {Icon === undefined ? null : <Icon aria-hidden size={18} className="text-accent" />}
            <span lang={lang}>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
