/** Prints each step before it begins, because a silent terminal looks stuck. */
export function progress(what: string): void {
  console.log(`starting: ${what}`);
}
