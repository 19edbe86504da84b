import { createConnection, createServer, type Server, type Socket } from 'node:net';

export interface Network {
  /** Loses all further data without informing either side. */
  cut(): void;
  /** Delivers data again, including the data that was sent during the failure, as TCP does. */
  heal(): void;
  close(): Promise<void>;
}

/** Forwards connections from one port of 127.0.0.1 to another. */
export async function createNetwork(from: number, to: number): Promise<Network> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;

  // Without `noDelay`, each small packet would wait for an acknowledgement, up to 40 ms.
  const options = { allowHalfOpen: true, noDelay: true };
  const server: Server = createServer({ ...options, pauseOnConnect: true }, (near) => {
    const far = createConnection({ ...options, host: '127.0.0.1', port: to });
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const [socket, other] of [pair, [far, near] as const]) {
      socket.on('data', (chunk) => {
        if (!other.write(chunk)) socket.pause();
      });
      other.on('drain', () => {
        if (!isCut) socket.resume();
      });
      socket.on('end', () => other.end());
      socket.on('error', end);
      socket.on('close', end);
      if (!isCut) socket.resume();
    }
  });
  await new Promise<void>((resolve) => server.listen(from, '127.0.0.1', resolve));

  return {
    cut() {
      isCut = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    heal() {
      isCut = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
