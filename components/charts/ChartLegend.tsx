interface Line {
  readonly name: string;
  /** Symbols that look like the line, each with the class of its colour. */
  readonly marks: readonly { readonly mark: string; readonly className: string }[];
}

/** Legend symbols of a line's gain and loss. */
export const PROFIT_MARKS: Line['marks'] = [
  { mark: '━', className: 'text-good' },
  { mark: '━', className: 'text-bad' },
];

/** Names the lines of a chart, each in the line's colour and style. */
export function ChartLegend({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 px-2 text-xs text-muted">
      {lines.map(({ name, marks }) => (
        <li key={name}>
          <span aria-hidden className="font-semibold">
            {marks.map(({ mark, className }) => (
              <span key={className} className={className}>
                {mark}
              </span>
            ))}
          </span>{' '}
          {name}
        </li>
      ))}
    </ul>
  );
}
