import type { Failure } from '../../../shared/messages/failures.ts';
import type { ProcedureView } from '../../../shared/messages/procedures.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Claim, ClaimHolder } from './claims.ts';
import { mergeChanges } from './merge-changes.ts';
import { createStates, type Kind, type States } from './states.ts';

export type Procedures = ReturnType<typeof createProcedures>;
export type Shelf<State extends { readonly id: string }> = ReturnType<typeof createShelf<State>>;

/**
 * Runs procedures of all kinds. Claims prevent two procedures from planning with the same money.
 */
export function createProcedures(deps: {
  readonly onChange: () => void;
  readonly failureOf: (error: unknown) => Failure;
}) {
  const shelves: Pick<
    Shelf<never>,
    | 'askedBy'
    | 'claims'
    | 'drive'
    | 'forget'
    | 'goOn'
    | 'load'
    | 'rested'
    | 'resume'
    | 'stop'
    | 'views'
  >[] = [];

  /**
   * Returns another holder of one of the claims, if any. Drives all holders, because a holder may
   * have stopped at a step that couldn't be stored.
   */
  function holderOf(claims: readonly Claim[], except?: string): ClaimHolder | undefined {
    const wanted = claims.map(({ on }) => on);
    for (const { claims: held, drive } of shelves) {
      const holders = held().filter(({ on, id }) => id !== except && wanted.includes(on));
      for (const { id } of holders) void drive(id);
      const [first] = holders;
      if (first !== undefined) return first;
    }
    return undefined;
  }

  return {
    holderOf,

    load: () => Promise.all(shelves.map(({ load }) => load())),

    /** Forgets all procedures before the owner's data is deleted. Their steps store nothing more. */
    forget(): void {
      for (const { forget } of shelves) forget();
    },

    resume(): void {
      for (const { resume } of shelves) resume();
    },

    /** Adds a kind and returns its procedures, which aren't loaded yet. */
    add<State extends { readonly id: string }>(kind: Kind<State>): Shelf<State> {
      const shelf = createShelf(kind, { ...deps, holderOf });
      shelves.push(shelf);
      return shelf;
    },

    views: (): ProcedureView[] => shelves.flatMap(({ views }) => views()),

    /** Continues a stopped procedure. Throws its kind's refusal. */
    async goOn(id: string): Promise<void> {
      for (const { goOn } of shelves) await goOn(id);
    },

    /** Returns the key of the request of a procedure that waits for the user, if any. */
    askedBy: (id: string): string | undefined =>
      shelves.map(({ askedBy }) => askedBy(id)).find((key) => key !== undefined),

    /** Resolves when a procedure isn't under way. */
    async rested(id: string): Promise<void> {
      for (const { rested } of shelves) await rested(id);
    },

    /**
     * Stops a procedure if its kind allows that, or forgets a stopped procedure. Mined transactions
     * remain.
     */
    async stop(id: string): Promise<void> {
      for (const { stop } of shelves) await stop(id);
    },
  };
}

/**
 * Runs the procedures of one kind. Each step is stored before the next step is taken. Reopened
 * pages then find the stored step, and a new worker continues with it.
 */
function createShelf<State extends { readonly id: string }>(
  kind: Kind<State>,
  deps: {
    onChange(): void;
    failureOf(error: unknown): Failure;
    holderOf(claims: readonly Claim[], except?: string): ClaimHolder | undefined;
  },
) {
  const states = createStates(kind, {
    onChange() {
      for (const id of errors.keys()) if (find(id) === undefined) errors.delete(id);
      deps.onChange();
    },
  });
  const { change, find, idOf, isUnderWay } = states;
  /** Errors that interrupted procedures of this worker. */
  const errors = new Map<string, unknown>();
  const claimsOf = (state?: State) => (state && isUnderWay(state) ? kind.claims(state) : []);
  const { drive, isDriven, isInterrupted } = createDriver(kind, {
    ...{ states, errors },
    onChange: deps.onChange,
    // A step can claim more than before, such as the position that a split created.
    ensureFree: (after, before) => ensureFree(after, claimsOf(before)),
  });

  const driveAll = () => states.all().forEach((state) => void drive(idOf(state)));

  function ensureFree(state: State, held: readonly Claim[] = []): void {
    const wanted = claimsOf(state).filter(({ on }) => !held.some((claim) => claim.on === on));
    const holder = deps.holderOf(wanted, idOf(state));
    if (holder !== undefined) throw kind.refusal(holder);
  }

  /** Continues an ended procedure, unless it can't be stored. Throws the kind's refusal. */
  async function restart(state: State): Promise<void> {
    const id = idOf(state);
    const [running] = claimsOf(find(id));
    if (running !== undefined) throw kind.refusal({ id, by: running.by });
    ensureFree(state);
    errors.delete(id);
    await states.replace(state);
    void drive(id);
  }

  return {
    find,
    change,
    drive,
    driveAll,
    restart,
    all: states.all,
    until: states.until,
    load: states.load,
    forget: states.forget,
    claims: (): (ClaimHolder & Claim)[] =>
      states
        .all()
        .flatMap((state) => claimsOf(state).map((claim) => ({ ...claim, id: idOf(state) }))),

    resume(): void {
      states.takeOver();
      driveAll();
    },

    /**
     * Stores a new procedure in place of the `replaced` procedures, and takes its steps. Throws the
     * kind's refusal, and begins nothing when the procedure can't be stored.
     */
    async begin(state: State, replaced: readonly State[] = []): Promise<void> {
      ensureFree(state);
      await states.add(state, replaced);
      void drive(idOf(state));
    },

    /** Resolves with the wanted state. Rejects with the reason if the procedure stops earlier. */
    async reached(id: string, isWanted: (state: State) => boolean): Promise<State | undefined> {
      const state = await states.until(id, (one) => isWanted(one) || !isDriven(id));
      if (state !== undefined && !isWanted(state) && errors.has(id)) throw errors.get(id);
      return state;
    },

    /** Continues a procedure that waits for the user or was interrupted. Throws the kind's refusal. */
    async goOn(id: string): Promise<void> {
      const state = find(id);
      if (state === undefined) return;
      if (isInterrupted(state)) void drive(id);
      else if (kind.again !== undefined && kind.waits(state)) await restart(kind.again(state));
    },

    rested: (id: string): Promise<unknown> => states.until(id, (state) => !isUnderWay(state)),

    /**
     * Returns the key of the request that the user answers; undefined while an error interrupts the
     * procedure.
     */
    askedBy(id: string) {
      const state = find(id);
      return state && !isInterrupted(state) ? askedIn(kind, state) : undefined;
    },

    interruptionOf(id: string): Failure | undefined {
      const state = find(id);
      return state && isInterrupted(state) ? deps.failureOf(errors.get(id)) : undefined;
    },

    /**
     * Forgets a procedure that isn't under way. Ends a running procedure if its kind allows that.
     */
    async stop(id: string): Promise<void> {
      const state = find(id);
      if (state === undefined) return;
      if (!isUnderWay(state)) {
        const kept = kind.putAway?.(state);
        if (kept === undefined) await states.remove(state);
        else await states.replace(kept);
      } else if (kind.stopped !== undefined) {
        await states.replace(kind.stopped(state)).finally(() => void drive(id));
      } else if (isInterrupted(state) && askedIn(kind, state) !== undefined) {
        // The procedure's request was never made.
        await states.replace(kind.failed?.(state, new RpcError('rejected')) ?? state);
      }
    },

    views: (): ProcedureView[] =>
      states
        .all()
        .flatMap((state) => viewOf(kind, state, { ...deps, idOf, isInterrupted, errors })),
  };
}

function createDriver<State extends { readonly id: string }>(
  kind: Kind<State>,
  deps: {
    readonly states: States<State>;
    readonly errors: Map<string, unknown>;
    onChange(): void;
    ensureFree(after: State, before: State): void;
  },
) {
  const { states, errors } = deps;
  const { change, find, idOf, isUnderWay } = states;
  const driven = new Set<string>();

  const isNext = (state: State) => isUnderWay(state) && kind.isDue?.(state) !== false;

  async function takeStep(state: State): Promise<State> {
    const { failed } = kind;
    let after = state;
    try {
      after = await kind.next(state);
      deps.ensureFree(after, state);
      return after;
    } catch (error) {
      if (failed === undefined) throw error;
      errors.set(idOf(state), error);
      return failed(after, error);
    }
  }

  return {
    isDriven: (id: string): boolean => driven.has(id),

    /**
     * Returns true when an error interrupts a due procedure, but not while it waits for the chain.
     */
    isInterrupted: (state: State): boolean =>
      isNext(state) && errors.has(idOf(state)) && !driven.has(idOf(state)),

    /** Takes a procedure's steps. Stops at a step that can't be stored. */
    async drive(id: string): Promise<void> {
      if (driven.has(id)) return;
      driven.add(id);
      try {
        // The key of a call must be stored before the user is asked about the call.
        await states.ensureStored();
        for (let state = find(id); state !== undefined && isNext(state); state = find(id)) {
          const before = state;
          errors.delete(id);
          const after = await takeStep(before);
          await change(id, (now) => mergeChanges(now, before, after));
        }
      } catch (error) {
        // An ended procedure keeps the reason of its end.
        const state = find(id);
        if (state !== undefined && isUnderWay(state)) errors.set(id, error);
      }
      driven.delete(id);
      states.wake();
      // The pages show the step at which the procedure stopped, and the reason.
      if (errors.has(id)) deps.onChange();
    },
  };
}

const askedIn = <State extends { readonly id: string }>(kind: Kind<State>, state: State) =>
  kind.endOf(state) === undefined ? kind.asked?.(state) : undefined;

/** Returns a procedure as pages list it; empty for a hidden procedure. */
function viewOf<State extends { readonly id: string }>(
  kind: Kind<State>,
  state: State,
  shelf: {
    idOf(state: State): string;
    isInterrupted(state: State): boolean;
    readonly errors: ReadonlyMap<string, unknown>;
    failureOf(error: unknown): Failure;
  },
): ProcedureView[] {
  const view = kind.view?.(state);
  if (view === undefined) return [];
  const id = shelf.idOf(state);
  const { errors } = shelf;
  const isInterrupted = shelf.isInterrupted(state);
  const interrupted = isInterrupted ? ({ state: 'paused', why: 'failed' } as const) : {};
  const standing = standingOf(kind, state);
  const hasFailed = errors.has(id) && !LATER_ENDS.includes(standing.why);
  const failure = hasFailed ? { failure: shelf.failureOf(errors.get(id)) } : {};
  return [{ ...view, id, ...standing, ...interrupted, ...failure }];
}

/** Ends without an error. An earlier error doesn't explain them. */
const LATER_ENDS: readonly (ProcedureView['why'] | undefined)[] = [
  'stopped',
  'differs',
  'superseded',
];

/** Returns the state of a procedure, and whether the user can stop or dismiss it. */
function standingOf<State extends { readonly id: string }>(kind: Kind<State>, state: State) {
  const end = kind.endOf(state);
  if (end === undefined) {
    // A kind returns the same state when the procedure can't be stopped.
    const isStoppable = kind.stopped !== undefined && kind.stopped(state) !== state;
    const canStop = isStoppable || askedIn(kind, state) !== undefined;
    return { state: 'underWay', canStop } as const;
  }
  return end === 'done'
    ? ({ state: 'done', canStop: true } as const)
    : ({ state: 'paused', canStop: true, why: end } as const);
}
