import { parseAs, parseJson } from '../parse.ts';
import { Envelope, MAX_BODY_BYTES } from '../wire/vault.ts';

/**
 * Parses an envelope's exact text (`FORMAT.md`, section 5). Returns `undefined` for text that
 * `JSON.stringify` wouldn't write, for example with white space or a repeated name, because the
 * text's digest would differ from that of the parsed envelope.
 */
export function parseEnvelopeText(text: string): Envelope | undefined {
  if (text.length > MAX_BODY_BYTES) return undefined;
  const envelope = parseAs(Envelope, parseJson(text));
  return envelope !== undefined && JSON.stringify(envelope) === text ? envelope : undefined;
}
