/** Styles of the lines in one chart, distinguishable even without colours. */
export const LINE_STYLES = [
  { className: 'stroke-accent', text: 'text-accent', dash: undefined, mark: '━' },
  { className: 'stroke-warn', text: 'text-warn', dash: '6 3', mark: '╍' },
  { className: 'stroke-ink', text: 'text-ink', dash: '2 3', mark: '┅' },
] as const;

/** Style of the line before expiry, drawn beside the profit at expiry. */
export const BEFORE_STYLE = {
  className: 'stroke-ink',
  text: 'text-ink',
  dash: '4 3',
  mark: '╌',
} as const;

/** Returns a line's symbol for the legend; an empty list for a line without a style. */
export const marksOf = (style: { readonly text: string; readonly mark: string } | undefined) =>
  style === undefined ? [] : [{ mark: style.mark, className: style.text }];
