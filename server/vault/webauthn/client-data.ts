import { Type } from 'typebox';
import { fromBase64url } from '../../../shared/bytes.ts';
import { parseAs } from '../../../shared/parse.ts';
import { parseStrictJson } from '../../http/strict-json.ts';
import { ensure } from './malformed.ts';

/** Returns true for the bytes of the challenge that must be signed. */
export type ChallengeMatch = (challenge: Uint8Array) => boolean;

const TokenBinding = Type.Object({
  status: Type.Union([
    Type.Literal('present'),
    Type.Literal('supported'),
    Type.Literal('not-supported'),
  ]),
});
/** Unknown members are allowed, because the standard lets clients add some. */
const ClientData = Type.Object({
  type: Type.String(),
  challenge: Type.String(),
  origin: Type.String(),
  crossOrigin: Type.Optional(Type.Literal(false)),
  tokenBinding: Type.Optional(TokenBinding),
});
const FORBIDDEN = ['topOrigin'] as const;
const BOM = [0xef, 0xbb, 0xbf];

export interface ClientDataCheck {
  readonly type: 'webauthn.create' | 'webauthn.get';
  readonly isChallenge: ChallengeMatch;
  readonly origins: readonly string[];
}

export type ClientDataResult =
  | { readonly isChallenge: true; readonly challenge: string; readonly tokenBinding?: string }
  | { readonly isChallenge: false };

/**
 * Checks `clientDataJSON` (WebAuthn section 5.8.1): strict JSON, the ceremony's type, our
 * challenge, an allowed origin, and no frame of another site. A foreign challenge is a separate
 * result, because its error code is different.
 * @throws Malformed
 */
export function checkClientData(bytes: Uint8Array, check: ClientDataCheck): ClientDataResult {
  // The standard decodes "UTF-8 with BOM removal" before parsing, so a BOM is removed here.
  const hasBom = BOM.every((byte, i) => bytes[i] === byte);
  const json = parseStrictJson(hasBom ? bytes.subarray(3) : bytes);
  ensure(json !== undefined, 'client data is not strict JSON');
  const data = parseAs(ClientData, json.value);
  ensure(data !== undefined, 'client data of another shape');
  ensure(
    FORBIDDEN.every((name) => !json.members.has(name)),
    'client data of a framed page',
  );
  ensure(data.type === check.type, 'client data of another ceremony');
  const challenge = fromBase64url(data.challenge);
  if (challenge === undefined || !check.isChallenge(challenge)) return { isChallenge: false };
  ensure(check.origins.includes(data.origin), 'client data of another origin');
  return {
    isChallenge: true,
    challenge: data.challenge,
    ...(data.tokenBinding === undefined ? {} : { tokenBinding: data.tokenBinding.status }),
  };
}
