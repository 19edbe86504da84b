import { AddressSchema } from '../../../shared/approvals/types.ts';
import { toBase64url } from '../../../shared/bytes.ts';
import { hasCode } from '../../../shared/errors.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { closed } from '../../../shared/messages/commands/parts.ts';
import {
  CALL_STEPS,
  type ProcedureFacts,
  type ProcedureStop,
  type ProcedureView,
} from '../../../shared/messages/procedures.ts';
import { oneOf } from '../../../shared/one-of.ts';
import { isRejection, RpcError } from '../../../shared/rpc/codes.ts';
import * as Type from '../../../shared/schema.ts';
import { ownKey } from '../approvals/sending/own-transactions.ts';
import { MinedAfterAll } from '../chain/made-again.ts';
import { isUnknown, readReceiptOnce } from '../chain/read-receipt.ts';
import type { Claim } from './claims.ts';
import { askOnce, type OwnCallDeps, settledOnChain } from './own-call.ts';
import type { Procedures } from './runner.ts';
import type { Kind } from './states.ts';

/** Ends of a procedure. `unanswered`: its prompt ended with the worker, or expired. */
const ENDS = [
  'done',
  'unanswered',
  'rejected',
  'locked',
  'reverted',
  'superseded',
  'failed',
] as const satisfies readonly ('done' | ProcedureStop)[];

const StepSchema = Type.Object(
  {
    step: oneOf(CALL_STEPS),
    /** Identifies the step's request. After the call was sent, this key finds its hash. */
    key: Type.String(),
    to: AddressSchema,
    data: Type.String(),
    value: Type.Optional(Type.String()),
    hash: Type.Optional(Type.String()),
    isMined: Type.Optional(Type.Boolean()),
    /**
     * True when the call reverted, or another own transaction took its nonce. After a reorganization,
     * it can still succeed.
     */
    isReverted: Type.Optional(Type.Boolean()),
    /** Claim of the procedure from this step on, such as the part that a split made. */
    about: Type.Optional(Type.String()),
  },
  closed,
);

type Step = Type.Static<typeof StepSchema>;

/** Returns the stored form of a procedure of calls, with everything that a new worker needs. */
export const callsSchema = <Input extends Type.TSchema>(input: Input) =>
  Type.Object(
    {
      id: Type.String(),
      /** Epoch milliseconds at which the procedure began. */
      at: Type.Integer(),
      account: AddressSchema,
      input,
      /** In order; only the last step can be under way. */
      steps: Type.Array(StepSchema),
      /**
       * Lost or reverted steps that were made again. The chain can still include one of these
       * steps.
       */
      lost: Type.Optional(Type.Array(StepSchema)),
      /** Number of steps when the user last continued. */
      resumedAt: Type.Optional(Type.Integer()),
      end: Type.Optional(Type.Object({ code: oneOf(ENDS) }, closed)),
    },
    closed,
  );

export type CallsState<Input> = Omit<Type.Static<ReturnType<typeof callsSchema>>, 'input'> & {
  readonly input: Input;
};

/** A planned call without a key. A call with a hash was already sent, so the user isn't asked. */
export type NextCall = Omit<Step, 'key' | 'isMined' | 'isReverted'>;

export interface CallDeps extends OwnCallDeps {
  readonly procedures: Pick<Procedures, 'add'>;
}

const KEPT = 10;

/**
 * Runs procedures that make the calls of one account, one after another. Each call passes the
 * approval queue and is planned with fresh facts. A procedure that stopped after a mined call can
 * continue later.
 */
export function createCalls<Input>(
  deps: CallDeps,
  kind: {
    readonly stored: Kind<CallsState<Input>>['stored'];
    readonly claims: (state: CallsState<Input>) => readonly Claim[];
    readonly refusal: Kind<CallsState<Input>>['refusal'];
    /** Returns the next call; undefined when all calls are made. An error stops the procedure. */
    readonly plan: (state: CallsState<Input>) => Promise<NextCall | undefined>;
    readonly facts: (state: CallsState<Input>) => ProcedureFacts;
    /** Called before a mined call is stored. An error stops the procedure before that. */
    readonly onMined?: (state: CallsState<Input>) => Promise<void>;
  },
) {
  type State = CallsState<Input>;

  async function takeStep(state: State): Promise<State> {
    for (const step of state.steps) {
      if (step.hash === undefined) return asked(state, step);
      // Checks mined calls again, because a reorganization can remove them. Skips the newest call,
      // because it was read a moment ago. Skips calls that the activity has lost, because a node
      // can lack old receipts.
      const isNew = step === state.steps.at(-1) && state.resumedAt !== state.steps.length;
      const isKept = deps.answerTo(step.key) !== undefined;
      if (step.isMined === true && (isNew || !isKept)) continue;
      const { hash, status, isNonceTaken } = await settledOnChain(deps, step.hash);
      const { isMined, isReverted: _reverted, ...sent } = { ...step, hash };
      const open = { ...sent, ...(isNonceTaken ? { isReverted: true } : {}) };
      if (status === 'confirmed' && isMined === true) continue;
      if (status === 'confirmed') {
        const mined = withStep(withoutAttempts(state, step), step, { ...open, isMined: true });
        await kind.onMined?.(mined);
        return mined;
      }
      // Sends a lost call again only if the user continued after the loss and no node has the call.
      if (
        status === 'dropped' &&
        state.resumedAt === state.steps.length &&
        (await isUnknown(deps.client, hash))
      ) {
        // If the new call gets lost too, the user has to continue again.
        const { resumedAt: _resumedAt, ...rest } = state;
        return {
          ...rest,
          steps: state.steps.filter((one) => one !== step),
          lost: [...(state.lost ?? []), { ...open }],
        };
      }
      const code = status === 'dropped' ? 'superseded' : 'reverted';
      return { ...withStep(state, step, open), end: { code } };
    }
    const found = await foundAgain(state);
    if (found !== undefined) return found;
    const call = await kind.plan(state);
    if (call === undefined) return { ...state, end: { code: 'done' } };
    return { ...state, steps: [...state.steps, { ...call, key: ownKey(deps.random) }] };
  }

  /** Returns the state with a lost step that was mined after all: the plan mustn't repeat it. */
  async function foundAgain(state: State): Promise<State | undefined> {
    const { lost = [], steps } = state;
    for (const step of lost) {
      const { hash, status } = await deps.settled(step.hash ?? '');
      const isDropped = status === 'dropped';
      const receipt = isDropped ? await readReceiptOnce(deps.client, hash) : undefined;
      if (status !== 'confirmed' && receipt?.status !== '0x1') continue;
      const others = lost.filter((one) => one !== step);
      const { isReverted: _reverted, ...found } = step;
      return { ...state, steps: [...steps, { ...found, hash }], lost: others };
    }
    return undefined;
  }

  /** Sends a step, or uses a lost step that was mined after all. Returns the new state. */
  async function asked(state: State, step: Step): Promise<State> {
    const { lost = [] } = state;
    try {
      const insteadOf = lost.flatMap(({ hash }) => hash ?? []);
      const hash = await askOnce(deps, state.account, step, { insteadOf });
      return withStep(state, step, { ...step, hash });
    } catch (error) {
      if (!(error instanceof MinedAfterAll)) throw error;
      const { isReverted: _reverted, ...mined } =
        lost.find(({ hash }) => hash === error.lost) ?? step;
      return withStep(state, step, { ...mined, hash: error.hash });
    }
  }

  const shelf = deps.procedures.add<State>({
    stored: kind.stored,
    kept: KEPT,
    claims: kind.claims,
    refusal: kind.refusal,
    endOf: ({ end }) => end?.code,
    waits: isPaused,
    next: takeStep,
    asked: ({ steps }) => steps.find(({ hash }) => hash === undefined)?.key,
    failed: (state, error) => ({ ...withoutUnsent(state), end: { code: endOf(error) } }),
    restarted: (state) => {
      const last = state.steps.at(-1);
      const isOpen = last !== undefined && last.hash === undefined;
      return isOpen && deps.answerTo(last.key) === undefined
        ? { ...withoutUnsent(state), end: { code: 'unanswered' } }
        : state;
    },
    again: ({ end, ...state }) => {
      if (end?.code !== 'reverted') return { ...state, resumedAt: state.steps.length };
      // A reverted call is made again.
      const steps = state.steps.filter(({ isMined }) => isMined === true);
      const reverted = state.steps
        .filter((step) => !steps.includes(step))
        .map((step) => ({ ...step, isReverted: true }));
      const lost = [...(state.lost ?? []), ...reverted];
      return { ...state, steps, resumedAt: steps.length, lost };
    },
    view: (state) => {
      const { at, account, end } = state;
      if (end !== undefined && !isPaused(state)) return undefined;
      return { at, account, facts: kind.facts(state), steps: state.steps.map(stepView(end)) };
    },
  });

  return {
    ...shelf,

    /** Begins a procedure and returns its id immediately. Throws the kind's refusal. */
    async begin(account: string, input: Input): Promise<string> {
      const id = toBase64url(deps.random.bytes(16));
      const state = { id, at: deps.clock.now(), account, input, steps: [] };
      const wanted = kind.claims(state).map(({ on }) => on);
      const shared = (one: State) => kind.claims(one).filter(({ on }) => wanted.includes(on));
      // Procedures of other accounts and vaults stay.
      const paused = shelf
        .all()
        .filter((one) => isSameAddress(one.account, account) && isPaused(one));
      // A new procedure replaces a stopped procedure, unless the stopped procedure's last call
      // could then be made twice.
      for (const one of paused.filter(isUnsure)) {
        const [held] = shared(one);
        if (held !== undefined) throw kind.refusal({ id: one.id, by: held.by, isUnsure: true });
      }
      await shelf.begin(
        state,
        paused.filter((one) => shared(one).some(({ isCommon }) => isCommon !== true)),
      );
      return id;
    },
  };
}

type Ended = Pick<CallsState<unknown>, 'end' | 'lost' | 'steps'>;

/**
 * Returns true for a stopped procedure that the user can continue: part of it is or may be mined.
 */
export function isPaused(state: Ended): boolean {
  const { end, steps } = state;
  if (end === undefined || end.code === 'done') return false;
  return isUnsure(state) || steps.some(({ isMined }) => isMined === true);
}

/** Returns true while a sent call isn't known to be mined or reverted. */
const isUnsure = ({ end, steps, lost = [] }: Ended): boolean =>
  end?.code !== 'reverted' &&
  [...steps, ...lost].some(
    ({ hash, isMined, isReverted }) =>
      hash !== undefined && isMined !== true && isReverted !== true,
  );

const stepView =
  (end: CallsState<unknown>['end']) =>
  ({ step, hash, isMined }: Step): ProcedureView['steps'][number] => {
    const asked = end === undefined ? 'running' : 'failed';
    const state = isMined === true ? 'done' : hash === undefined ? 'yours' : asked;
    return { step, state, ...(hash === undefined ? {} : { hash }) };
  };

const withStep = <Input>(
  state: CallsState<Input>,
  before: Step,
  after: Step,
): CallsState<Input> => ({
  ...state,
  steps: state.steps.map((step) => (step === before ? after : step)),
});

/** Forgets the lost attempts of a mined call. Other lost calls can still be mined. */
function withoutAttempts<Input>(state: CallsState<Input>, { step }: Step): CallsState<Input> {
  const { lost = [], ...rest } = state;
  const others = lost.filter((one) => one.step !== step);
  return others.length > 0 ? { ...rest, lost: others } : rest;
}

const withoutUnsent = <Input>(state: CallsState<Input>): CallsState<Input> => ({
  ...state,
  steps: state.steps.filter(({ hash }) => hash !== undefined),
});

function endOf(error: unknown): (typeof ENDS)[number] {
  if (hasCode(error, 'lockedMeanwhile')) return 'locked';
  if (hasCode(error, 'unanswered')) return 'unanswered';
  return error instanceof RpcError && isRejection(error) ? 'rejected' : 'failed';
}
