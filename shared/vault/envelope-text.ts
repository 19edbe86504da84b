import { parseAs, parseJson } from '../parse.ts';
import { Envelope, MAX_BODY_BYTES } from '../wire/vault.ts';

/**
 * Parses an envelope's exact text (`FORMAT.md`, section 5). Returns `undefined` for anything that
 * `JSON.stringify` wouldn't write, like white space or a repeated name: its digest would differ
 * from that of the parsed envelope.
 */
export function parseEnvelopeText(text: string): Envelope | undefined {
  if (text.length > MAX_BODY_BYTES) return undefined;
  const envelope = parseAs(Envelope, parseJson(text));
  return envelope !== undefined && JSON.stringify(envelope) === text ? envelope : undefined;
}
