/** Prints a step before it begins, so that the command doesn't seem to hang. */
export function progress(what: string): void {
  console.log(`starting: ${what}`);
}
