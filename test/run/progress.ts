/** Prints each step before it begins, because a silent terminal looks as if the command hung. */
export function progress(what: string): void {
  console.log(`starting: ${what}`);
}
