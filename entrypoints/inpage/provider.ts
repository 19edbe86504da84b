import { isRecord, MAX_REQUEST_LENGTH, type PageRequest } from '../../shared/messages/page.ts';

type Listener = (payload: unknown) => void;

/** What the provider needs of the world: a way to post a request, and a fresh id. */
export interface Transport {
  post(request: PageRequest): void;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** An error with the code that EIP-1193 asks for. */
function providerError(code: number, message: string, data?: unknown): Error {
  const error = new Error(message);
  return Object.assign(error, data === undefined ? { code } : { code, data });
}

/**
 * EIP-1193 provider over a transport. It knows no extension API and keeps nothing but what it has
 * heard from the wallet. Legacy `send`, `sendAsync` and `enable` are thin wrappers.
 */
export class CondorProvider {
  readonly isCondor = true;
  chainId: string | null = null;
  selectedAddress: string | null = null;
  readonly #transport: Transport;
  readonly #pending = new Map<string, Pending>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #isConnected = true;
  #isAnnounced = false;
  #accounts = '';
  #count = 0;

  constructor(transport: Transport) {
    this.#transport = transport;
    // dApps pass `provider.request` around without its object.
    this.request = this.request.bind(this);
    this.send = this.send.bind(this);
    this.sendAsync = this.sendAsync.bind(this);
    this.enable = this.enable.bind(this);
  }

  isConnected(): boolean {
    return this.#isConnected;
  }

  /** EIP-1193 `request`. Params that are not JSON, or over 1 MB, reject with -32602. */
  request(args: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!isRecord(args) || typeof args.method !== 'string' || args.method.length > 128) {
        reject(providerError(-32600, 'The request is not a request object.'));
        return;
      }
      let params: string | undefined;
      try {
        params = JSON.stringify(args.params ?? []);
      } catch {
        // BigInt and cycles have no JSON: the answer below says so.
      }
      if (params === undefined || params.length > MAX_REQUEST_LENGTH) {
        reject(providerError(-32602, 'The parameters are not valid JSON of at most 1 MB.'));
        return;
      }
      const id = String(++this.#count);
      this.#pending.set(id, { resolve, reject });
      this.#transport.post({ id, method: args.method, params });
    });
  }

  /** Takes an answer or an event from the wallet; anything else is dropped. */
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

  /** The worker tells its state at every (re)connection; pages hear of real changes only. */
  #hear(event: string, payload: unknown): void {
    if (event === 'connect' && isRecord(payload)) {
      const isNews = !this.#isAnnounced;
      this.#isAnnounced = true;
      this.#isConnected = true;
      this.#setChain(String(payload.chainId));
      if (isNews) this.emit(event, { chainId: this.chainId });
    } else if (event === 'chainChanged') {
      this.#setChain(String(payload));
    } else if (event === 'accountsChanged' && Array.isArray(payload)) {
      const accounts = payload.join();
      if (accounts === this.#accounts) return;
      this.#accounts = accounts;
      this.selectedAddress = typeof payload[0] === 'string' ? payload[0] : null;
      this.emit(event, payload);
    } else if (event === 'disconnect') {
      this.#isAnnounced = false;
      if (!this.#isConnected) return;
      this.#isConnected = false;
      this.emit(event, providerError(4900, 'The wallet is not connected.'));
    } else if (event === 'message') {
      this.emit(event, payload);
    }
  }

  #setChain(chainId: string): void {
    const known = this.chainId;
    this.chainId = chainId;
    if (known !== null && known !== chainId) this.emit('chainChanged', chainId);
  }

  on(event: string, listener: Listener): this {
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
        // A page's own listener failed: it is reported as the page's error and stops nobody else.
        setTimeout(() => {
          throw error;
        });
      }
    }
    return listeners.length > 0;
  }

  enable(): Promise<unknown> {
    return this.request({ method: 'eth_requestAccounts' });
  }

  /** Legacy: `send(method, params)` and `send(payload, callback)`. */
  send(first: unknown, second?: unknown): unknown {
    if (typeof first === 'string') return this.request({ method: first, params: second });
    if (typeof second === 'function') return this.sendAsync(first, second);
    return this.request(first).then((result) => ({ ...idOf(first), jsonrpc: '2.0', result }));
  }

  /** Legacy: answers through a node-style callback. */
  sendAsync(payload: unknown, callback: unknown): void {
    if (typeof callback !== 'function') return;
    this.request(payload).then(
      (result) => callback(null, { ...idOf(payload), jsonrpc: '2.0', result }),
      (error) => callback(error, { ...idOf(payload), jsonrpc: '2.0', error }),
    );
  }
}

function idOf(payload: unknown): { id?: unknown } {
  return isRecord(payload) && 'id' in payload ? { id: payload.id } : {};
}
