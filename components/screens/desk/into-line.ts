/** Scrolls a line of buttons until the focused button is all visible, which browsers don't do. */
export function intoLine(button: Element | null): void {
  button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
