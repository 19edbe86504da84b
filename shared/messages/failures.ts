import type { CallFailure } from '../chain/call-failure.ts';
import { oneOf } from '../one-of.ts';
import { TICKET_CODES } from '../orders/ticket-failures.ts';
import type { RpcFailure } from '../rpc/codes.ts';
import * as Type from '../schema.ts';
import { ENVELOPE_CODES, RECOVERY_CODES } from '../vault/errors.ts';
import {
  APPROVAL_CODES,
  CEREMONY_CODES,
  FACTORY_CODES,
  HOLDING_CODES,
  INDEXER_CODES,
  PAGE_CODES,
  SECRET_CODES,
  SERVICE_CODES,
  SIGNER_CODES,
} from './failure-codes.ts';

const closed = { additionalProperties: false };

/**
 * The stage of a save when it failed. `beforeSend`: no commit was sent, nothing was saved.
 * `missing`: the vault, read afterwards, didn't contain the change; a slow server may still store
 * it. `lost`: another commit replaced it, so it wasn't saved. Without a phase, it is unknown.
 */
const PhaseSchema = oneOf(['beforeSend', 'missing', 'lost']);
type FailurePhase = Type.Static<typeof PhaseSchema>;

const phase = Type.Optional(PhaseSchema);

/** Codes without details. */
export const PLAIN_CODES = [
  ...SERVICE_CODES,
  ...ENVELOPE_CODES,
  ...CEREMONY_CODES,
  ...SIGNER_CODES,
  ...HOLDING_CODES,
  ...SECRET_CODES,
  ...RECOVERY_CODES,
  ...INDEXER_CODES,
  ...TICKET_CODES,
  ...APPROVAL_CODES,
  ...FACTORY_CODES,
  ...PAGE_CODES,
  'noFeed',
] as const;
export type PlainCode = (typeof PLAIN_CODES)[number];

/** `token`: a token's contract, by its symbol if known. `option`: the option's own. */
const RefusalSchema = Type.Union([
  Type.Object(
    {
      reason: oneOf(['form', 'checksum', 'nobody', 'self', 'option']),
    },
    closed,
  ),
  Type.Object({ reason: Type.Literal('token'), symbol: Type.Optional(Type.String()) }, closed),
]);

const MostSchema = Type.Object({ most: Type.Integer() }, closed);
const HostSchema = Type.Object({ host: Type.String() }, closed);

/** Another account's request; anybody can end it after `until`, in Unix seconds. */
const OpenRequestSchema = Type.Object(
  { id: Type.String(), requester: Type.String(), until: Type.Integer() },
  closed,
);

/** Refusals, by the kind of procedure that holds a claim. */
const CLAIM_CODES = [
  'revocationRunning',
  'fillRunning',
  'wayBackRunning',
  'wayBackUnsure',
  'paymentRunning',
  'legsRunning',
  'alreadyAsked',
  'splitRunning',
  'requestBusy',
] as const satisfies readonly PlainCode[];

/** A failure with the code and details of one of the wallet's own errors. */
export const OwnFailureSchema = Type.Union([
  Type.Object({ code: oneOf(PLAIN_CODES), phase }, closed),
  /** `retryAfter` in seconds, if the server named them. */
  Type.Object(
    {
      code: Type.Literal('TRY_LATER'),
      phase,
      details: Type.Object({ retryAfter: Type.Integer() }, closed),
    },
    closed,
  ),
  Type.Object(
    {
      code: oneOf(['tooManyWallets', 'tooManyPasskeys']),
      phase,
      details: MostSchema,
    },
    closed,
  ),
  Type.Object(
    {
      code: oneOf(['feedUnreachable', 'feedUnreadable']),
      phase,
      details: HostSchema,
    },
    closed,
  ),
  /** `holder` is the id of a fill or of another procedure. */
  Type.Object(
    {
      code: oneOf(CLAIM_CODES),
      phase,
      details: Type.Object({ holder: Type.String() }, closed),
    },
    closed,
  ),
  Type.Object({ code: Type.Literal('refusedReceiver'), phase, details: RefusalSchema }, closed),
  Type.Object({ code: Type.Literal('askedByOther'), phase, details: OpenRequestSchema }, closed),
]);

/** Why a request of a wallet page failed, as facts; the pages word them. */
export type Failure =
  | Type.Static<typeof OwnFailureSchema>
  /** Sites get these, too. */
  | { readonly code: RpcFailure; readonly phase?: FailurePhase }
  | { readonly code: 'chain'; readonly phase?: FailurePhase; readonly details: CallFailure };

export type FailureCode = Failure['code'];
