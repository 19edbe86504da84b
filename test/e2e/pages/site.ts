/** Functions with which a dApp uses a wallet. Each library has its own implementation. */
export interface Site {
  connect(): Promise<readonly string[]>;
  /** Returns the accounts without a prompt, as after a reload. */
  accounts(): Promise<readonly string[]>;
  chainId(): Promise<number>;
  switchTo(chainId: number): Promise<void>;
  add(network: { chainId: number; name: string; rpcUrl: string }): Promise<void>;
  sign(text: string): Promise<string>;
  signTyped(): Promise<string>;
  /** Sends 1 wei. Returns the hash when a block includes the transaction. */
  send(to: string): Promise<string>;
  disconnect(): Promise<void>;
}

/** Typed data that all libraries sign. */
export const MAIL = {
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'tags', type: 'string[]' },
      { name: 'contents', type: 'string' },
    ],
  },
  domain: { name: 'Ether Mail', version: '1', chainId: 8453 },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    tags: ['a', 'b'],
    contents: 'Hello, Bob!',
  },
} as const;

/** Lets a test call the site's functions by name: `site.run('connect')`. */
export function offer(site: Site): void {
  const run = async (name: keyof Site, ...args: readonly unknown[]) => {
    try {
      const result: unknown = await Reflect.apply(site[name], site, args);
      return { result: result ?? null };
    } catch (error) {
      return { error: describe(error) };
    }
  };
  Reflect.set(window, 'site', { run });
}

function describe(error: unknown) {
  const chain: unknown[] = [];
  for (let at = error; typeof at === 'object' && at !== null && chain.length < 6; ) {
    chain.push(at);
    at = Reflect.get(at, 'cause') ?? Reflect.get(at, 'innerError') ?? Reflect.get(at, 'error');
  }
  const read = (key: string) =>
    chain
      .map((at) => Reflect.get(Object(at), key))
      .filter((value) => typeof value === 'string' || typeof value === 'number');
  return { names: read('name'), codes: read('code'), messages: read('message') };
}
