import type { Failure } from '../../../shared/messages/failures.ts';
import type { ProcedureStop, ProcedureView } from '../../../shared/messages/procedures.ts';
import type { Claim, ClaimHolder } from './claims.ts';

/** The part of several transactions of one purpose that differs by their kind. */
export interface Kind<State extends { readonly id: string }> {
  /** Returns what identifies a procedure among all. Default: its id. */
  readonly idOf?: (state: State) => string;
  readonly stored: {
    read(): Promise<State[] | undefined>;
    write(states: State[]): Promise<void>;
  };
  /** Returns what a procedure reserves while it is under way. */
  readonly claims: (state: State) => readonly Claim[];
  /** Returns the error of a `begin` while `holder` has a claim that it needs. */
  readonly refusal: (holder: ClaimHolder) => Error;
  /** Returns how a procedure ended, or why it stopped; undefined while it is under way. */
  readonly endOf: (state: State) => 'done' | ProcedureStop | undefined;
  /** Returns true for one that stopped, and that the user can go on with. */
  readonly waits: (state: State) => boolean;
  /** Returns the state that it goes on with then. */
  readonly again?: (state: State) => State;
  /**
   * Takes one step, with fresh facts. Only the members that it changes are stored, beside what has
   * changed meanwhile.
   */
  readonly next: (state: State) => Promise<State>;
  /** Returns false while the next step waits for the chain. Default: `next` waits itself. */
  readonly isDue?: (state: State) => boolean;
  /** Returns the state after the user stops one under way. Default: a prompt is rejected instead. */
  readonly stopped?: (state: State) => State;
  /** Returns the state after a step that threw. Default: it stays at the step. */
  readonly failed?: (state: State, error: unknown) => State;
  /** Returns the state as a new worker goes on with it. Its prompts ended with the former one. */
  readonly restarted: (state: State) => State;
  /** Returns what pages list of it, if anything. */
  readonly view?: (
    state: State,
  ) => Pick<ProcedureView, 'account' | 'at' | 'facts' | 'steps'> | undefined;
  /** Number of ended procedures to keep for display. */
  readonly kept: number;
}

/** Number of procedures of a kind that can wait for the user. */
const MAX_WAITING = 100;

export type Procedures = ReturnType<typeof createProcedures>;
export type Shelf<State extends { readonly id: string }> = ReturnType<typeof createShelf<State>>;

/** Keeps procedures of all kinds from spoiling each other's plans. */
export function createProcedures(deps: {
  readonly onChange: () => void;
  readonly failureOf: (error: unknown) => Failure;
}) {
  const shelves: Pick<
    Shelf<never>,
    'claims' | 'drive' | 'goOn' | 'load' | 'resume' | 'stop' | 'views'
  >[] = [];

  /** Returns another holder of one of the claims, if any. One that couldn't be stored goes on. */
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

    /** Goes on with the former worker's procedures. */
    resume(): void {
      for (const { resume } of shelves) resume();
    },

    /** Adds a kind; returns its procedures, none of which is loaded yet. */
    add<State extends { readonly id: string }>(kind: Kind<State>): Shelf<State> {
      const shelf = createShelf(kind, { ...deps, holderOf });
      shelves.push(shelf);
      return shelf;
    },

    /** Returns what pages list of all kinds. */
    views: (): ProcedureView[] => shelves.flatMap(({ views }) => views()),

    /** Goes on with one that stopped. Throws its kind's refusal. */
    async goOn(id: string): Promise<void> {
      for (const { goOn } of shelves) await goOn(id);
    },

    /** Forgets one that stopped: what it has done stays. */
    async stop(id: string): Promise<void> {
      for (const { stop } of shelves) await stop(id);
    },
  };
}

/**
 * Procedures of one kind. Each step is stored before the next one is taken, so that reopened pages
 * find it and a new worker goes on.
 */
function createShelf<State extends { readonly id: string }>(
  kind: Kind<State>,
  deps: {
    onChange(): void;
    failureOf(error: unknown): Failure;
    holderOf(claims: readonly Claim[], except?: string): ClaimHolder | undefined;
  },
) {
  let states: readonly State[] = [];
  let waiting: readonly (() => void)[] = [];
  let isStored = true;
  /** Ids of procedures whose steps are being taken. */
  const driven = new Set<string>();
  let isLoaded = false;
  /** Why procedures stopped, as long as this worker lives. */
  const errors = new Map<string, unknown>();

  const idOf = (state: State) => kind.idOf?.(state) ?? state.id;
  const find = (id: string) => states.find((state) => idOf(state) === id);
  const isUnderWay = (state: State) => kind.endOf(state) === undefined;
  const isNext = (state: State) => isUnderWay(state) && kind.isDue?.(state) !== false;
  const claimsOf = (state: State) => (isUnderWay(state) ? kind.claims(state) : []);

  function hasClaims(state: State): boolean {
    try {
      kind.claims(state);
      return true;
    } catch {
      return false;
    }
  }

  async function write(next: readonly State[]): Promise<void> {
    states = keptOf(next);
    const written = states;
    isStored = false;
    try {
      await kind.stored.write([...written]);
      isStored = states === written;
    } finally {
      wakeWaiting();
      deps.onChange();
    }
  }

  /** Ended ones don't displace those that the user can go on with. */
  function keptOf(next: readonly State[]): readonly State[] {
    const over = next.filter((state) => !isUnderWay(state));
    const ended = over.filter((state) => !kind.waits(state)).slice(kind.kept);
    const dropped = new Set([...ended, ...over.filter(kind.waits).slice(MAX_WAITING)]);
    return next.filter((state) => !dropped.has(state));
  }

  function wakeWaiting(): void {
    const awake = waiting;
    waiting = [];
    for (const wake of awake) wake();
  }

  const change = (id: string, changed: (state: State) => State) =>
    write(states.map((state) => (idOf(state) === id ? changed(state) : state)));

  /** Takes a procedure's steps. It stops at one that can't be stored. */
  async function drive(id: string): Promise<void> {
    if (driven.has(id)) return;
    driven.add(id);
    try {
      // A call's key has to be stored before it is asked.
      if (!isStored) await write(states);
      for (let state = find(id); state !== undefined && isNext(state); state = find(id)) {
        const before = state;
        const after = await takeStep(before);
        await change(id, (now) => merged(now, before, after));
      }
    } catch {
      // The pages show the step at which it stopped.
    } finally {
      driven.delete(id);
      wakeWaiting();
    }
  }

  function driveAll(): void {
    for (const state of states) void drive(idOf(state));
  }

  async function takeStep(state: State): Promise<State> {
    const { failed } = kind;
    let after = state;
    try {
      after = await kind.next(state);
      // A step can add a claim, such as the part that a split has made.
      ensureFree(after);
      return after;
    } catch (error) {
      if (failed === undefined) throw error;
      errors.set(idOf(state), error);
      return failed(after, error);
    }
  }

  function ensureFree(state: State): void {
    const holder = deps.holderOf(claimsOf(state), idOf(state));
    if (holder !== undefined) throw kind.refusal(holder);
  }

  /** Goes on with a procedure that isn't under way. Throws the kind's refusal. */
  async function restart(state: State): Promise<void> {
    ensureFree(state);
    errors.delete(idOf(state));
    await change(idOf(state), () => state);
    void drive(idOf(state));
  }

  /**
   * Resolves once a procedure is as wanted, or gone. `isDriven` is false while no step is being taken:
   * it waits for the user, or couldn't be stored.
   */
  async function until(
    id: string,
    isWanted: (state: State, isDriven: boolean) => boolean,
  ): Promise<State | undefined> {
    for (;;) {
      const state = find(id);
      if (state === undefined || isWanted(state, driven.has(id))) return state;
      await new Promise<void>((resolve) => {
        waiting = [...waiting, resolve];
      });
    }
  }

  return {
    find,
    change,
    drive,
    driveAll,
    ensureFree,
    restart,
    until,
    all: () => states,
    claims: (): (ClaimHolder & Claim)[] =>
      states.flatMap((state) => claimsOf(state).map((claim) => ({ ...claim, id: idOf(state) }))),

    async load(): Promise<void> {
      if (isLoaded) return;
      // One row without readable claims, such as a tampered one, must not block all others.
      states = ((await kind.stored.read()) ?? []).filter(hasClaims);
      isLoaded = true;
    },

    /** Goes on with the former worker's procedures. */
    resume(): void {
      states = states.map((state) => (isUnderWay(state) ? kind.restarted(state) : state));
      driveAll();
    },

    /**
     * Stores a new procedure in place of `replaced` ones, and takes its steps. Throws the kind's
     * refusal, and begins nothing when it can't be stored.
     */
    async begin(state: State, replaced: readonly State[] = []): Promise<void> {
      ensureFree(state);
      await write([state, ...states.filter((one) => !replaced.includes(one))]).catch((error) => {
        states = [...states.filter((one) => idOf(one) !== idOf(state)), ...replaced];
        throw error;
      });
      void drive(idOf(state));
    },

    /** Resolves with the state once it is as wanted; rejects with what stopped it before. */
    async reached(id: string, isWanted: (state: State) => boolean): Promise<State | undefined> {
      const state = await until(id, (one, isDriven) => isWanted(one) || !isDriven);
      if (state !== undefined && !isWanted(state) && errors.has(id)) throw errors.get(id);
      return state;
    },

    /** Goes on with one that waits for the user. Throws the kind's refusal. */
    async goOn(id: string): Promise<void> {
      const state = find(id);
      if (state !== undefined && kind.again !== undefined && kind.waits(state))
        await restart(kind.again(state));
    },

    /** Forgets a procedure that isn't under way: what it has done stays. Ends others if it may. */
    async stop(id: string): Promise<void> {
      const state = find(id);
      if (state === undefined) return;
      if (!isUnderWay(state)) await write(states.filter((one) => one !== state));
      else if (kind.stopped !== undefined) await change(id, kind.stopped);
    },

    views: (): ProcedureView[] =>
      states.flatMap((state): ProcedureView[] => {
        const view = kind.view?.(state);
        if (view === undefined) return [];
        const id = idOf(state);
        const end = kind.endOf(state);
        const failure = errors.has(id) ? { failure: deps.failureOf(errors.get(id)) } : {};
        if (end === undefined) return [{ ...view, id, state: 'under way' }];
        return end === 'done'
          ? [{ ...view, id, state: 'done' }]
          : [{ ...view, id, state: 'paused', why: end, ...failure }];
      }),
  };
}

/** Adds what a step has changed, or removed, to the state as it is now. */
function merged<State extends object>(now: State, before: State, after: State): State {
  const members = new Map(Object.entries(now));
  const known = new Map(Object.entries(before));
  for (const key of known.keys()) if (!(key in after)) members.delete(key);
  for (const [key, value] of Object.entries(after))
    if (known.get(key) !== value) members.set(key, value);
  return Object.fromEntries(members) as State;
}
