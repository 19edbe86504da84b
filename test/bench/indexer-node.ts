import { createSyntheticChain } from '../helpers/synthetic-chain.ts';
import { fillStory } from '../helpers/synthetic-fills.ts';
import { startSyntheticNode } from '../helpers/synthetic-node.ts';

/** A synthetic node as a process. Arguments: fills, fills per block. Prints its URL. */
const [fills = 0, perBlock = 1] = process.argv.slice(2).map(Number);
const settledAfter = 100;
const blocks = Math.ceil(fills / perBlock) + settledAfter + 1;
const story = fillStory({ perBlock, settledAfter, users: 5_000, total: fills });
const chain = createSyntheticChain(story);
chain.grow(blocks);
const node = await startSyntheticNode(chain);
const logs = chain.logs(0, blocks).length;
console.log(JSON.stringify({ url: node.url, blocks: chain.head.number, logs }));
