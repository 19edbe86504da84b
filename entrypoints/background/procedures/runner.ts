import type { Claim, ClaimHolder } from './claims.ts';

/** The part of several transactions of one purpose that differs by their kind. */
export interface Kind<State extends { readonly id: string }> {
  readonly stored: {
    read(): Promise<State[] | undefined>;
    write(states: State[]): Promise<void>;
  };
  /** Returns what a procedure reserves now: nothing once it is over, or waits for the user. */
  readonly claims: (state: State) => readonly Claim[];
  /** Returns the error of a `begin` while `holder` has a claim that it needs. */
  readonly refusal: (holder: ClaimHolder) => Error;
  readonly isUnderWay: (state: State) => boolean;
  /**
   * Takes one step, with fresh facts. Failures are states, too: it rejects for defects only. Only the
   * members that it changes are stored, beside what has changed meanwhile.
   */
  readonly next: (state: State) => Promise<State>;
  /** Returns the state as a new worker goes on with it. Its prompts ended with the former one. */
  readonly restarted: (state: State) => State;
  /** Number of ended procedures to keep for display. */
  readonly kept: number;
}

export type Procedures = ReturnType<typeof createProcedures>;
export type Shelf<State extends { readonly id: string }> = ReturnType<typeof createShelf<State>>;

/** Keeps procedures of all kinds from spoiling each other's plans. */
export function createProcedures(deps: { readonly onChange: () => void }) {
  const shelves: Pick<Shelf<never>, 'claims' | 'goOn' | 'load' | 'resume'>[] = [];

  /** Returns the holder of one of the claims, if any. One that couldn't be stored goes on. */
  function holderOf(claims: readonly Claim[]): ClaimHolder | undefined {
    const wanted = claims.map(({ on }) => on);
    for (const { claims: held, goOn } of shelves) {
      const holders = held().filter(({ on }) => wanted.includes(on));
      for (const { id } of holders) goOn(id);
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
  };
}

/**
 * Procedures of one kind. Each step is stored before the next one is taken, so that reopened pages
 * find it and a new worker goes on.
 */
function createShelf<State extends { readonly id: string }>(
  kind: Kind<State>,
  deps: { onChange(): void; holderOf(claims: readonly Claim[]): ClaimHolder | undefined },
) {
  let states: readonly State[] = [];
  let waiting: readonly (() => void)[] = [];
  let isStored = true;
  /** Ids of procedures whose steps are being taken. */
  const driven = new Set<string>();

  const find = (id: string) => states.find((state) => state.id === id);

  async function write(next: readonly State[]): Promise<void> {
    states = next.filter((state, at) => at < kind.kept || kind.isUnderWay(state));
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

  function wakeWaiting(): void {
    const awake = waiting;
    waiting = [];
    for (const wake of awake) wake();
  }

  const change = (id: string, changed: (state: State) => State) =>
    write(states.map((state) => (state.id === id ? changed(state) : state)));

  /** Takes a procedure's steps. It stops at one that can't be stored. */
  async function drive(id: string): Promise<void> {
    if (driven.has(id)) return;
    driven.add(id);
    try {
      // A call's key has to be stored before it is asked.
      if (!isStored) await write(states);
      for (let state = find(id); state !== undefined && kind.isUnderWay(state); state = find(id)) {
        const before = state;
        const after = await kind.next(before);
        await change(id, (now) => merged(now, before, after));
      }
    } catch {
      // The pages show the step at which it stopped.
    } finally {
      driven.delete(id);
      wakeWaiting();
    }
  }

  const goOn = (id: string) => void drive(id);

  function ensureFree(state: State): void {
    const holder = deps.holderOf(kind.claims(state));
    if (holder !== undefined) throw kind.refusal(holder);
  }

  return {
    find,
    change,
    goOn,
    all: () => states,
    claims: (): (ClaimHolder & Claim)[] =>
      states.flatMap((state) => kind.claims(state).map((claim) => ({ ...claim, id: state.id }))),

    async load(): Promise<void> {
      states = (await kind.stored.read()) ?? [];
    },

    /** Goes on with the former worker's procedures. */
    resume(): void {
      states = states.map((state) => (kind.isUnderWay(state) ? kind.restarted(state) : state));
      for (const { id } of states) goOn(id);
    },

    /**
     * Stores a new procedure in place of `replaced` ones, and takes its steps. Throws the kind's
     * refusal, and begins nothing when it can't be stored.
     */
    async begin(state: State, replaced: readonly State[] = []): Promise<void> {
      ensureFree(state);
      await write([state, ...states.filter((one) => !replaced.includes(one))]).catch((error) => {
        states = [...states.filter(({ id }) => id !== state.id), ...replaced];
        throw error;
      });
      goOn(state.id);
    },

    /** Goes on with a procedure that waited for the user. Throws the kind's refusal. */
    async restart(state: State): Promise<void> {
      ensureFree(state);
      await change(state.id, () => state);
      goOn(state.id);
    },

    /** Removes a procedure that isn't under way. */
    async remove(id: string): Promise<void> {
      const state = find(id);
      if (state !== undefined && !kind.isUnderWay(state))
        await write(states.filter((one) => one !== state));
    },

    /**
     * Resolves once a procedure is as wanted, or gone. `isDriven` is false while no step is being
     * taken: it waits for the user, or couldn't be stored.
     */
    async until(
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
    },
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
