/** Scrolls a row of buttons until the focused button is completely visible. */
export function intoLine(button: Element | null): void {
  button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
