/** Begins the fragment of a link to a shared view; its state follows. */
export const SHARED_HASH = '#view=';

/** False in Firefox, where the extension has another address in each installation. */
export const canOthersOpen = (): boolean => location.protocol !== 'moz-extension:';

/** Returns the address of this page that shows a shared view to anybody who has Condor. */
export function sharedAddress(state: string): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}${SHARED_HASH}${state}`;
}
