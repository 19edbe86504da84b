import type { StartOptions } from './start-options.ts';

export interface Running {
  /** Description of the devnet; undefined if the services use another chain. */
  readonly chain: string | undefined;
  readonly data: StartOptions['data'];
  readonly services: Readonly<Partial<Record<string, string>>>;
  readonly dapp: string;
  readonly wallet: string;
  readonly folder: string;
}

const PURPOSES: Readonly<Record<string, string>> = {
  vault: 'keeps encrypted vaults',
  orders: 'publishes signed orders',
  indexer: 'reads positions from the chain',
};

const DATA_FLAGS = '--keep continues with this chain, --reset deletes it all';

/** Returns one screen of text with the name, address and purpose of each running part. */
export function summary({ chain, data, services, dapp, wallet, folder }: Running): string {
  const age = data === 'keep' ? 'the chain of the last start' : 'a new local chain';
  const rows = [
    ...(chain === undefined ? [] : [['chain', chain, `${age}, without real money`]]),
    ...Object.entries(services).map(([name, url]) => [name, url ?? '', PURPOSES[name] ?? '']),
    ['dapp', dapp, 'a site that trades options'],
    ['wallet', wallet, 'the built extension'],
    ['data', folder, chain === undefined ? 'the databases and the wallet' : DATA_FLAGS],
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`)
    .join('\n');
}
