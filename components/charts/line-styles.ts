/** Styles of the lines of one picture, told apart without colours, too. */
export const LINE_STYLES = [
  { className: 'stroke-accent', dash: undefined, mark: '━' },
  { className: 'stroke-warn', dash: '6 3', mark: '╍' },
  { className: 'stroke-ink', dash: '2 3', mark: '┅' },
] as const;
