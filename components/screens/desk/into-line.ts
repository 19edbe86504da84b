/**
 * Scrolls a line of buttons until all of the focused button is visible. Browsers show only a part.
 */
export function intoLine(button: Element | null): void {
  button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
