import { describe, expect, it } from 'vitest';
import { bridge, type WorkerPort } from '../../../entrypoints/content/bridge.ts';
import { type FlowLimits, PAGE_LIMITS } from '../../../entrypoints/content/flow.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { LISTEN } from '../../../shared/messages/page.ts';
import { eventually } from '../../helpers/eventually.ts';

interface FakePort extends WorkerPort {
  readonly received: unknown[];
  readonly name: string;
  say(message: unknown): void;
  die(): void;
  readonly isOpen: boolean;
}

function fakePort(name: string): FakePort {
  const messages: ((message: unknown) => void)[] = [];
  const ends: (() => void)[] = [];
  const received: unknown[] = [];
  let isOpen = true;
  return {
    name,
    received,
    get isOpen() {
      return isOpen;
    },
    postMessage: (message) => received.push(message),
    disconnect: () => {
      isOpen = false;
    },
    onMessage: { addListener: (listener) => messages.push(listener) },
    onDisconnect: { addListener: (listener) => ends.push(listener) },
    say: (message) => {
      for (const listener of messages) listener(message);
    },
    die: () => {
      isOpen = false;
      for (const listener of ends) listener();
    },
  };
}

const REQUEST = { id: '1', method: 'eth_chainId', params: '[]' };

/** Creates a bridge between a real MessageChannel and ports to a worker that the test controls. */
function start(limits: FlowLimits = PAGE_LIMITS) {
  const { port1, port2 } = new MessageChannel();
  const heard: unknown[] = [];
  const waiting: (() => void)[] = [];
  const idle: (() => void)[] = [];
  port1.onmessage = ({ data }) => {
    heard.push(data);
    waiting.shift()?.();
  };
  const ports: FakePort[] = [];
  let isInstalled = true;
  const relay = bridge(
    port2,
    (name) => {
      if (!isInstalled) throw new Error('Extension context invalidated.');
      const port = fakePort(name);
      ports.push(port);
      return port;
    },
    (run) => idle.push(run),
    limits,
  );
  return {
    relay,
    /** Runs the callbacks that wait until the page is idle. */
    becomeIdle: () => {
      for (const run of idle.splice(0)) run();
    },
    ports,
    heard,
    send: async (message: unknown) => {
      port1.postMessage(message);
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
    uninstall: () => {
      isInstalled = false;
    },
    close: () => port1.close(),
  };
}

describe('the bridge', () => {
  it('connects when the page first sends a request, and relays both ways', async () => {
    const { ports, heard, send, next, close } = start();
    expect(ports).toEqual([]);
    await send(REQUEST);
    const answered = next();
    ports[0]?.say({ id: '1', result: '0x2105' });
    await answered;
    expect(ports).toHaveLength(1);
    expect(ports[0]?.received).toEqual([REQUEST]);
    expect(heard).toEqual([{ id: '1', result: '0x2105' }]);
    close();
  });

  it('opens exactly one port for a listening page that sends no request, as soon as the page is idle', async () => {
    const { ports, send, becomeIdle, close } = start();
    await send(LISTEN);
    await send(LISTEN);
    expect(ports).toEqual([]);
    becomeIdle();
    expect(ports).toHaveLength(1);
    expect(ports[0]?.received).toEqual([]);
    close();
  });

  it('doesn’t open a second port for an idle page that has sent a request', async () => {
    const { ports, send, becomeIdle, close } = start();
    await send(LISTEN);
    await send(REQUEST);
    becomeIdle();
    expect(ports).toHaveLength(1);
    close();
  });

  it('connects a listening page again when the worker wakes it, but not a page that never listened', async () => {
    const listening = start();
    await listening.send(LISTEN);
    listening.becomeIdle();
    listening.ports[0]?.die();
    listening.relay.wake();
    expect(listening.ports).toHaveLength(2);
    listening.close();
    const silent = start();
    silent.relay.wake();
    silent.relay.restore();
    expect(silent.ports).toEqual([]);
    silent.close();
  });

  it('silently drops messages that aren’t requests', async () => {
    const { ports, heard, send, close } = start();
    for (const noise of [1, 'text', {}, { id: 1, method: 'm', params: '[]' }, { id: '1' }]) {
      await send(noise);
    }
    expect(ports).toEqual([]);
    expect(heard).toEqual([]);
    close();
  });

  it('relays only the first of two requests with the same id', async () => {
    const { ports, send, close } = start();
    await send(REQUEST);
    await send({ ...REQUEST, method: 'personal_sign' });
    expect(ports[0]?.received).toEqual([REQUEST]);
    ports[0]?.die();
    await eventually(() => expect(ports).toHaveLength(2));
    expect(ports[1]?.received).toEqual([REQUEST]);
    close();
  });

  it('repeats only unanswered requests, with unchanged ids, after the worker died', async () => {
    const { ports, send, next, close } = start();
    await send(REQUEST);
    await send({ ...REQUEST, id: '2' });
    const answered = next();
    ports[0]?.say({ id: '1', result: '0x2105' });
    await answered;
    ports[0]?.die();
    await eventually(() => expect(ports).toHaveLength(2));
    expect(ports[1]?.received).toEqual([{ ...REQUEST, id: '2' }]);
    close();
  });

  it('sends a request again when a dying worker doesn’t respond', async () => {
    const { ports, send, close } = start();
    await send(REQUEST);
    await eventually(() => expect(ports).toHaveLength(2));
    expect(ports[0]?.isOpen).toBe(false);
    expect(ports[1]?.received).toEqual([REQUEST]);
    ports[1]?.say({ event: 'connect' });
    close();
  });

  it('doesn’t wake a dead worker while all requests are answered', async () => {
    const { ports, send, next, close } = start();
    await send(REQUEST);
    const answered = next();
    ports[0]?.say({ id: '1', result: '0x2105' });
    await answered;
    ports[0]?.die();
    expect(ports).toHaveLength(1);
    await send({ ...REQUEST, id: '2' });
    expect(ports).toHaveLength(2);
    close();
  });

  it('replaces the port and repeats the unanswered request when the page returns from the back/forward cache', async () => {
    const { relay, ports, send, close } = start();
    await send(REQUEST);
    relay.restore();
    expect(ports[0]?.isOpen).toBe(false);
    expect(ports[1]?.received).toEqual([REQUEST]);
    close();
  });

  it('connects again when the page returns from the back/forward cache, even if the worker had died', async () => {
    const { relay, ports, send, becomeIdle, close } = start();
    await send(LISTEN);
    becomeIdle();
    ports[0]?.die();
    relay.restore();
    expect(ports).toHaveLength(2);
    close();
  });

  it('ends an unanswered request with 4900 after the extension was removed', async () => {
    const { ports, heard, send, next, uninstall, close } = start();
    await send(REQUEST);
    uninstall();
    const told = next();
    ports[0]?.die();
    await told;
    await eventually(() => expect(heard).toHaveLength(2));
    expect(heard).toEqual([
      { event: 'disconnect' },
      { id: '1', error: { code: 4900, message: 'The wallet is not connected.' } },
    ]);
    close();
  });

  describe('requests that a page sends too fast:', () => {
    const LIMITS: FlowLimits = { small: 2, large: 1 };
    const idsAt = (port: FakePort | undefined) =>
      port?.received.map((message) => (isRecord(message) ? message.id : undefined));

    it('sends held-back requests one by one as others are answered, in the page’s order', async () => {
      const { ports, send, close } = start(LIMITS);
      for (const id of ['1', '2', '3', '4']) await send({ ...REQUEST, id });
      expect(idsAt(ports[0])).toEqual(['1', '2']);
      ports[0]?.say({ id: '2', result: '0x2105' });
      expect(idsAt(ports[0])).toEqual(['1', '2', '3']);
      ports[0]?.say({ id: '1', result: '0x2105' });
      expect(idsAt(ports[0])).toEqual(['1', '2', '3', '4']);
      close();
    });

    it('lets a small request overtake a large request that is held back', async () => {
      const { ports, send, close } = start(LIMITS);
      const params = JSON.stringify(['x'.repeat(100_000)]);
      await send({ ...REQUEST, id: 'large 1', params });
      await send({ ...REQUEST, id: 'large 2', params });
      await send({ ...REQUEST, id: 'small' });
      expect(idsAt(ports[0])).toEqual(['large 1', 'small']);
      close();
    });

    it('repeats only requests that were sent before the worker died, not those held back', async () => {
      const { ports, send, close } = start(LIMITS);
      for (const id of ['1', '2', '3']) await send({ ...REQUEST, id });
      ports[0]?.die();
      await eventually(() => expect(ports).toHaveLength(2));
      expect(idsAt(ports[1])).toEqual(['1', '2']);
      close();
    });

    it('refuses more than 16,384 waiting requests with -32002', async () => {
      const { ports, heard, send, next, close } = start(LIMITS);
      const refused = next();
      for (let id = 0; id < 16_387; id += 1) void send({ ...REQUEST, id: String(id) });
      await refused;
      expect(idsAt(ports[0])).toEqual(['0', '1']);
      expect(heard).toEqual([{ id: '16386', error: expect.objectContaining({ code: -32002 }) }]);
      close();
    });

    it('also ends held-back requests with 4900 after the extension was removed', async () => {
      const { ports, heard, send, uninstall, close } = start(LIMITS);
      for (const id of ['1', '2', '3']) await send({ ...REQUEST, id });
      uninstall();
      ports[0]?.die();
      await eventually(() => expect(heard).toHaveLength(4));
      expect(heard).toContainEqual({ id: '3', error: expect.objectContaining({ code: 4900 }) });
      close();
    });
  });
});
