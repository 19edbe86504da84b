import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentedBlocks } from '../helpers/document.ts';
import { CLUSTER_DOCUMENT } from './cluster-document.ts';
import { createDaemon, type Daemon } from './processes.ts';

interface Backend {
  readonly name: string;
  readonly sqlPort: number;
  readonly restPort: number;
}

/** Returns HAProxy's configuration with the document's settings and these ports. */
export function createHaproxy(options: {
  readonly program: string;
  readonly folder: string;
  readonly ports: { readonly primary: number; readonly standby: number };
  readonly backends: readonly Backend[];
}): Daemon {
  const { program, folder, ports, backends } = options;
  const [documented = ''] = documentedBlocks(CLUSTER_DOCUMENT, 'text', '## HAProxy');
  const settings = documented
    .replace(/bind \S+:5433$/m, `bind 127.0.0.1:${ports.primary}`)
    .replace(/bind \S+:5434$/m, `bind 127.0.0.1:${ports.standby}`)
    .replace(/^ {2}server (\S+) .*$/gm, (_, name: string) => {
      const backend = backends.find((each) => each.name === name);
      if (backend === undefined) throw new Error(`the document's ${name} is no node`);
      return `  server ${name} 127.0.0.1:${backend.sqlPort} check port ${backend.restPort}`;
    });
  writeFileSync(join(folder, 'haproxy.cfg'), settings);
  return createDaemon(folder, program, ['-f', 'haproxy.cfg', '-db']);
}
