import { ApprovalDraftSchema } from '../../../shared/approvals/types.ts';
import { oneOf } from '../../../shared/one-of.ts';
import * as Type from '../../../shared/schema.ts';
import { disposable } from '../kernel/stored-key.ts';

const closed = { additionalProperties: false };

/** The answer to a page's request. `key` identifies the request. */
const LedgerRowSchema = Type.Object(
  {
    key: Type.String(),
    origin: Type.String(),
    at: Type.Integer(),
    answer: Type.Optional(Type.Unknown()),
    /** The error that the page received instead of a result. */
    error: Type.Optional(
      Type.Object(
        { code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) },
        closed,
      ),
    ),
  },
  closed,
);

/** An account's gains and losses in a simulation, in base units. */
export const MovementsSchema = Type.Array(
  Type.Object(
    {
      token: Type.String(),
      amount: Type.String({ pattern: '^-?[0-9]{1,80}$' }),
      isCollectible: Type.Boolean(),
      item: Type.Optional(Type.String({ pattern: '^[0-9]{1,78}$' })),
    },
    closed,
  ),
);

/** Simulations that approval windows have shown. They are compared again when the user confirms. */
const ShownSimulationsSchema = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      mark: Type.String(),
      at: Type.Integer(),
      outcome: oneOf(['succeeds', 'fails', 'unknown']),
      movements: Type.Optional(MovementsSchema),
      /** One list of movements per call of the request. */
      byCall: Type.Optional(Type.Array(MovementsSchema)),
    },
    closed,
  ),
);

export const LEDGER_SLOTS = Array.from({ length: 64 }, (_, index) =>
  disposable('session', index === 0 ? 'ledger' : `ledger-${index}`, LedgerRowSchema),
);

export const approvalsKeys = {
  drafts: disposable('session', 'drafts', Type.Array(ApprovalDraftSchema)),
  /** Key of the request that the worker is reading. */
  readRequest: disposable(
    'session',
    'read-request',
    Type.Object({ requestKey: Type.String({ maxLength: 256 }), since: Type.Number() }),
  ),
  approvalWindow: disposable('session', 'approval-window', Type.Integer()),
  shownSimulations: disposable('session', 'shown-simulations', ShownSimulationsSchema),
};

export type LedgerRow = Type.Static<typeof LedgerRowSchema>;
export type ShownSimulations = Type.Static<typeof ShownSimulationsSchema>;
