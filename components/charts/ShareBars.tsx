export interface Share {
  readonly name: string;
  /** Value that sets the bar's length; undefined when unknown. */
  readonly value: number | undefined;
  readonly text: string;
  readonly note: string;
}

/** Shows the parts of a whole as labelled bars; the longest fills the row. */
export function ShareBars({ shares, label }: { shares: readonly Share[]; label: string }) {
  const top = Math.max(...shares.map(({ value }) => value ?? 0), 0) || 1;
  return (
    <ul className="flex flex-col gap-2.5" aria-label={label}>
      {shares.map(({ name, value, text, note }) => (
        <li key={`${name} ${text} ${note}`} className="flex flex-col gap-1 text-xs">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 font-medium break-words">{name}</span>
            <span className="shrink-0">
              {text} <span className="text-muted">· {note}</span>
            </span>
          </span>
          <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-raised">
            <span
              className="block h-full rounded-full bg-accent"
              style={{
                width: `${Math.max(value === undefined || value === 0 ? 0 : 1.5, ((value ?? 0) / top) * 100)}%`,
              }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
