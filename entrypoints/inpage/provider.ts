import { isRecord } from '../../shared/is-record.ts';
import { MAX_REQUEST_LENGTH, type PageRequest } from '../../shared/messages/page.ts';

type Listener = (payload: unknown) => void;

/** The provider's connection to the wallet. */
export interface Transport {
  post(request: PageRequest): void;
  /** Called when the page listens or reads the state. Connects soon, without a request. */
  listen(): void;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

function providerError(code: number, message: string, data?: unknown) {
  return Object.assign(new Error(message), { code, data });
}

/**
 * EIP-1193 provider over a transport. It uses no extension API and keeps only the state that the
 * wallet has sent. Legacy `send`, `sendAsync` and `enable` are thin wrappers.
 */
export class CondorProvider {
  readonly isCondor = true;
  readonly #transport: Transport;
  readonly #pending = new Map<string, Pending>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #isConnected = true;
  #chainId: string | null = null;
  /** `undefined` until the wallet sends its state. The first state isn't a change. */
  #accounts: readonly string[] | undefined;
  #count = 0;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  isConnected(): boolean {
    return this.#isConnected;
  }

  /** Legacy. `null` until the wallet sends its state. */
  get chainId(): string | null {
    this.#transport.listen();
    return this.#chainId;
  }

  /** Legacy. The chain id as decimal text. */
  get networkVersion(): string | null {
    const { chainId } = this;
    return chainId === null ? null : String(Number(chainId));
  }

  /** Legacy. `null` while the page sees no account. */
  get selectedAddress(): string | null {
    this.#transport.listen();
    return this.#accounts?.[0] ?? null;
  }

  /**
   * EIP-1193 `request`. Rejects params that aren't JSON or that exceed 1 MB with -32602. The
   * function is bound, because dApps call it without its object.
   */
  request = (args: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const method = isRecord(args) && args.method;
      if (!isRecord(args) || typeof method !== 'string' || method === '' || method.length > 128) {
        reject(providerError(-32600, 'The request is not a request object.'));
        return;
      }
      let params: string | undefined;
      try {
        params = JSON.stringify(args.params ?? []);
      } catch {
        // BigInt and cycles can't be serialized, so the check below rejects them.
      }
      if (params === undefined || params.length > MAX_REQUEST_LENGTH) {
        reject(providerError(-32602, 'The parameters are not valid JSON of at most 1 MB.'));
        return;
      }
      const id = String(++this.#count);
      this.#pending.set(id, { resolve, reject });
      this.#transport.post({ id, method, params });
    });

  /** Handles an answer or an event of the wallet. Ignores other messages. */
  receive(message: unknown): void {
    if (!isRecord(message)) return;
    if (typeof message.event === 'string') this.#hear(message.event, message.payload);
    if (typeof message.id !== 'string') return;
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    this.#pending.delete(message.id);
    const { error } = message;
    if (isRecord(error)) {
      pending.reject(providerError(Number(error.code), String(error.message), error.data));
    } else {
      pending.resolve(message.result);
    }
  }

  #hear(event: string, payload: unknown): void {
    if (event === 'state' && isRecord(payload)) this.#take(payload);
    else if (event === 'chainChanged') this.#take({ chainId: payload });
    else if (event === 'accountsChanged') this.#take({ accounts: payload });
    else if (event === 'message') this.emit(event, payload);
    else if (event === 'disconnect' && this.#isConnected) {
      this.#isConnected = false;
      this.emit(event, providerError(4900, 'The wallet is not connected.'));
    }
  }

  /**
   * Stores the wallet's state and emits only changes. The wallet repeats its state on each
   * connection.
   */
  #take({ chainId, accounts }: Readonly<Record<string, unknown>>): void {
    const known = { chainId: this.#chainId, accounts: this.#accounts };
    const wasConnected = this.#isConnected;
    this.#isConnected = true;
    if (typeof chainId === 'string') this.#chainId = chainId;
    if (Array.isArray(accounts)) this.#accounts = accounts.map(String);
    if (!wasConnected) this.emit('connect', { chainId: this.#chainId });
    if (known.chainId !== null && known.chainId !== this.#chainId) {
      this.emit('chainChanged', this.#chainId);
      this.emit('networkChanged', this.networkVersion);
    }
    if (known.accounts !== undefined && known.accounts.join() !== this.#accounts?.join()) {
      this.emit('accountsChanged', [...(this.#accounts ?? [])]);
    }
  }

  on(event: string, listener: Listener): this {
    this.#transport.listen();
    const known = this.#listeners.get(event) ?? new Set();
    known.add(listener);
    this.#listeners.set(event, known);
    return this;
  }

  addListener(event: string, listener: Listener): this {
    return this.on(event, listener);
  }

  once(event: string, listener: Listener): this {
    const wrapped: Listener = (payload) => {
      this.removeListener(event, wrapped);
      listener(payload);
    };
    return this.on(event, wrapped);
  }

  removeListener(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  off(event: string, listener: Listener): this {
    return this.removeListener(event, listener);
  }

  removeAllListeners(event?: string): this {
    if (event === undefined) this.#listeners.clear();
    else this.#listeners.delete(event);
    return this;
  }

  emit(event: string, payload: unknown): boolean {
    const listeners = [...(this.#listeners.get(event) ?? [])];
    for (const listener of listeners) {
      try {
        listener(payload);
      } catch (error) {
        // Reports a listener's error as an error of the page. The other listeners still run.
        setTimeout(() => {
          throw error;
        });
      }
    }
    return listeners.length > 0;
  }

  enable = (): Promise<unknown> => this.request({ method: 'eth_requestAccounts' });

  /** Legacy: `send(method, params)`, `send(payload, callback)` and `send(payload)`. */
  send = (first: unknown, second?: unknown): unknown => {
    if (typeof first === 'string') return this.request({ method: first, params: second });
    if (typeof second === 'function') return this.sendAsync(first, second);
    return this.request(first).then((result) => ({ ...idOf(first), jsonrpc: '2.0', result }));
  };

  /**
   * Legacy: answers through a Node-style callback. An array is a batch: all answers arrive together
   * in the array's order, including errors.
   */
  sendAsync = (payload: unknown, callback: unknown): void => {
    if (typeof callback !== 'function') return;
    if (Array.isArray(payload)) {
      Promise.all(payload.map(this.#answer)).then((answers) => callback(null, answers));
    } else {
      this.#answer(payload).then((answer) => callback(answer.error ?? null, answer));
    }
  };

  /** Returns a JSON-RPC response. Never rejects. */
  #answer = async (payload: unknown): Promise<Answer> => {
    const answer = { ...idOf(payload), jsonrpc: '2.0' };
    try {
      return { ...answer, result: await this.request(payload) };
    } catch (error) {
      return { ...answer, error };
    }
  };
}

interface Answer {
  readonly id?: unknown;
  readonly jsonrpc: string;
  readonly result?: unknown;
  readonly error?: unknown;
}

function idOf(payload: unknown): { id?: unknown } {
  return isRecord(payload) && 'id' in payload ? { id: payload.id } : {};
}
