import { afterAll } from 'vitest';
import { temporaryDirectory } from '../orders/harness.ts';
import { statisticsSuite } from './statistics-suite.ts';

const directory = temporaryDirectory();
afterAll(directory.remove);

let files = 0;
statisticsSuite(async () => ({ engine: 'sqlite', file: `${directory.path}/${files++}.db` }));
