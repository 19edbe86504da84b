import { connect, type Socket } from 'node:net';

/** A reply of the server: `[1, id, error, result]`. */
type Reply<Result> = [
  type: 1,
  id: number,
  error: { readonly error: string; readonly message: string } | null,
  result: Result,
];

/** Beginning of a reply: its type and the command's id. A greeting is an object instead. */
const REPLY = /^\[1,(\d+),/;

/**
 * A client of Marionette, the automation server in Firefox. Each message is its length in bytes, a
 * colon, and JSON.
 */
export class Marionette {
  readonly #socket: Socket;
  readonly #pending = new Map<string, { resolve(reply: string): void; reject(e: Error): void }>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('Firefox has closed.'));
      this.#pending.clear();
    });
  }

  static connect(port: number): Promise<Marionette> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', reject);
      socket.once('connect', () => resolve(new Marionette(socket)));
    });
  }

  /** Sends a command and returns the result. Throws the error that Firefox reports. */
  async send<Result = unknown>(
    name: string,
    parameters: Readonly<Record<string, unknown>> = {},
  ): Promise<Result> {
    if (this.#socket.destroyed) throw new Error('Firefox has closed.');
    this.#lastId += 1;
    const id = this.#lastId;
    const text = JSON.stringify([0, id, name, parameters]);
    const answered = new Promise<string>((resolve, reject) => {
      this.#pending.set(String(id), { resolve, reject });
    });
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result]: Reply<Result> = JSON.parse(await answered);
    if (error !== null) throw new Error(`${name}: ${error.error}: ${error.message}`);
    return result;
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.subarray(0, colon));
      if (colon < 0 || this.#received.length < end) return;
      const message = this.#received.subarray(colon + 1, end).toString();
      this.#received = this.#received.subarray(end);
      const id = REPLY.exec(message)?.[1] ?? '';
      this.#pending.get(id)?.resolve(message);
      this.#pending.delete(id);
    }
  }
}
