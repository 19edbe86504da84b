/**
 * Overwrites the last subject that the engine keeps for `RegExp.input`. To be called after a regular
 * expression matched a secret (vault rule 14).
 */
export function forgetLastMatch(): void {
  /^/.exec('');
}
