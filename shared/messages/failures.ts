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
 * The phase in which a save failed. `beforeSend`: nothing was sent or saved. `missing`: the vault,
 * read afterwards, doesn't contain the change, which a slow server may still store. `lost`: the
 * server stored another commit instead, so the change wasn't saved. Without a phase, the outcome is
 * unknown.
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

/**
 * Why an address can't receive. `token`: it is a token contract, with its symbol if known.
 * `option`: it is an option's contract.
 */
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

/** Another account's request. Anyone can end it after `until` (Unix seconds). */
const OpenRequestSchema = Type.Object(
  { id: Type.String(), requester: Type.String(), until: Type.Integer() },
  closed,
);

/** Codes for an action whose resources a procedure has claimed, by the procedure's kind. */
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

/** A failure of the wallet itself, with its code and details. */
export const OwnFailureSchema = Type.Union([
  Type.Object({ code: oneOf(PLAIN_CODES), phase }, closed),
  /** `retryAfter` in seconds, if the server named it. */
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
  /** `holder` is the id of a fill or another procedure. */
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

/** Reason why a request of a wallet page failed, as facts that pages put into words. */
export type Failure =
  | Type.Static<typeof OwnFailureSchema>
  /** Codes that sites receive, too. */
  | { readonly code: RpcFailure; readonly phase?: FailurePhase }
  | { readonly code: 'chain'; readonly phase?: FailurePhase; readonly details: CallFailure };

export type FailureCode = Failure['code'];
