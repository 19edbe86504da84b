/**
 * Copies the exact amount instead of the shortened figure on the screen. If the selection includes
 * the unit, the unit is copied too. The figure's element has the amount in `data-exact`: "40.910407
 * USDC".
 */
export function copyExact(event: ClipboardEvent): void {
  const selection = document.getSelection();
  const { anchorNode, focusNode } = selection ?? {};
  const start = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
  const figure = start?.closest<HTMLElement>('[data-exact]');
  if (!figure?.contains(focusNode ?? null)) return;
  const { exact = '' } = figure.dataset;
  const [amount = '', unit = ''] = exact.split(' ');
  const hasUnit = unit !== '' && selection?.toString().includes(unit) === true;
  event.clipboardData?.setData('text/plain', hasUnit ? exact : amount);
  event.preventDefault();
}
