import type { ProcedureStop, ProcedureView } from '../../../shared/messages/procedures.ts';
import type { Claim, ClaimHolder } from './claims.ts';

/** The parts of a procedure that differ by its kind. */
export interface Kind<State extends { readonly id: string }> {
  /** Returns the text that identifies a procedure among those of its kind. Default: its id. */
  readonly idOf?: (state: State) => string;
  readonly stored: {
    read(): Promise<State[] | undefined>;
    write(states: State[]): Promise<void>;
  };
  /** Returns what a procedure reserves while it is under way. */
  readonly claims: (state: State) => readonly Claim[];
  /** Returns the error for a procedure that needs a claim of `holder`. */
  readonly refusal: (holder: ClaimHolder) => Error;
  /** Returns how a procedure ended, or why it stopped; undefined while it is under way. */
  readonly endOf: (state: State) => 'done' | ProcedureStop | undefined;
  /** Returns true for a stopped procedure that the user can continue. */
  readonly waits: (state: State) => boolean;
  readonly again?: (state: State) => State;
  /**
   * Takes one step, with fresh facts. Only the members that the step changes are stored: other
   * members may have changed during the step.
   */
  readonly next: (state: State) => Promise<State>;
  /**
   * Returns false while the next step waits for the chain. Default: true, so `next` itself waits.
   */
  readonly isDue?: (state: State) => boolean;
  /** Returns the key of the request that waits for the user. A stop rejects this request. */
  readonly asked?: (state: State) => string | undefined;
  /** Returns the state after the user stops a running procedure. Default: the unchanged state. */
  readonly stopped?: (state: State) => State;
  /** Returns the part to keep of a procedure that the user dismisses. Default: nothing. */
  readonly putAway?: (state: State) => State | undefined;
  /** Returns the state after a step that threw. Default: the unchanged state. */
  readonly failed?: (state: State, error: unknown) => State;
  /**
   * Returns the state for a new worker, without the former worker's prompts. Default: the unchanged
   * state.
   */
  readonly restarted?: (state: State) => State;
  /** Returns the procedure as pages list it; undefined to hide it. */
  readonly view?: (
    state: State,
  ) => Pick<ProcedureView, 'account' | 'at' | 'facts' | 'steps'> | undefined;
  /** Number of ended procedures to keep for display. */
  readonly kept: number;
}

/** Number of procedures of a kind that can wait for the user. */
const MAX_WAITING = 100;

export type States<State extends { readonly id: string }> = ReturnType<typeof createStates<State>>;

/** Keeps the stored procedures of one kind, newest first. */
export function createStates<State extends { readonly id: string }>(
  kind: Kind<State>,
  deps: { onChange(): void },
) {
  let states: readonly State[] = [];
  let waiting: readonly (() => void)[] = [];
  let isLoaded = false;
  let isStored = true;

  const idOf = (state: State) => kind.idOf?.(state) ?? state.id;
  const isUnderWay = (state: State) => kind.endOf(state) === undefined;
  const find = (id: string) => states.find((state) => idOf(state) === id);

  function hasClaims(state: State): boolean {
    try {
      kind.claims(state);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Drops the oldest ended procedures. Procedures that the user can continue have a separate limit.
   */
  function keptOf(next: readonly State[]): readonly State[] {
    const over = next.filter((state) => !isUnderWay(state));
    const ended = over.filter((state) => !kind.waits(state)).slice(kind.kept);
    const dropped = new Set([...ended, ...over.filter(kind.waits).slice(MAX_WAITING)]);
    return next.filter((state) => !dropped.has(state));
  }

  /** `undo` restores the list when it can't be stored, before pages read it. */
  async function write(next: readonly State[], undo?: () => void): Promise<void> {
    states = keptOf(next);
    const written = states;
    isStored = false;
    try {
      await kind.stored.write([...written]);
      isStored = states === written;
    } catch (error) {
      undo?.();
      throw error;
    } finally {
      wake();
      deps.onChange();
    }
  }

  function wake(): void {
    const awake = waiting;
    waiting = [];
    for (const resolve of awake) resolve();
  }

  return {
    idOf,
    isUnderWay,
    wake,
    all: () => states,
    find,

    async load(): Promise<void> {
      if (isLoaded) return;
      // Ignores rows whose claims can't be read, such as tampered rows, so that all other rows
      // still load.
      states = ((await kind.stored.read()) ?? []).filter(hasClaims);
      isLoaded = true;
    },

    /** Empties the list, and stores nothing: the owner's data is being deleted. */
    forget(): void {
      states = [];
      isStored = true;
      isLoaded = false;
      wake();
    },

    takeOver(): void {
      const { restarted } = kind;
      if (restarted !== undefined)
        states = states.map((state) => (isUnderWay(state) ? restarted(state) : state));
    },

    /**
     * Replaces the `replaced` procedures by a new procedure. Changes nothing when the new procedure
     * can't be stored.
     */
    async add(state: State, replaced: readonly State[]): Promise<void> {
      await write([state, ...states.filter((one) => !replaced.includes(one))], () => {
        states = [...states.filter((one) => idOf(one) !== idOf(state)), ...replaced];
      });
    },

    /** Replaces a procedure's state; changes nothing when it can't be stored. */
    async replace(state: State): Promise<void> {
      const before = find(idOf(state));
      if (before === undefined) return;
      await write(
        states.map((one) => (one === before ? state : one)),
        () => {
          states = states.map((one) => (one === state ? before : one));
        },
      );
    },

    /** Changes a procedure unless it is gone. */
    change: async (id: string, changed: (state: State) => State): Promise<void> => {
      if (find(id) === undefined) return;
      await write(states.map((state) => (idOf(state) === id ? changed(state) : state)));
    },

    remove: (state: State): Promise<void> => write(states.filter((one) => one !== state)),

    /** Stores the list again if an earlier write failed. */
    ensureStored: async (): Promise<void> => {
      if (!isStored) await write(states);
    },

    /** Resolves once a procedure reaches the wanted state, or is removed. */
    async until(id: string, isWanted: (state: State) => boolean): Promise<State | undefined> {
      for (;;) {
        const state = find(id);
        if (state === undefined || isWanted(state)) return state;
        await new Promise<void>((resolve) => {
          waiting = [...waiting, resolve];
        });
      }
    },
  };
}
