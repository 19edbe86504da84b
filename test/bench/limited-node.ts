import { limitedNode } from '../helpers/node-profiles.ts';
import { createSyntheticChain } from '../helpers/synthetic-chain.ts';
import { fillEvents } from '../helpers/synthetic-fills.ts';
import { sendResult, startSyntheticNode } from '../helpers/synthetic-node.ts';

const BLOCKS_PER_FILL = 1_300;

/**
 * A node with a public node's limits, in a separate process. Arguments: blocks of its chain, blocks
 * per request, requests per second. Prints its URL; `bench_requests` returns its count.
 */
const [blocks = 0, longest = 0, perSecond = 0] = process.argv.slice(2).map(Number);
const chain = createSyntheticChain((block) =>
  block % BLOCKS_PER_FILL === 7 ? [fillEvents(block, 500)] : [],
);
chain.grow(blocks);
const refuse = limitedNode(longest, perSecond).create();
const counts = { requests: 0, refused: 0 };
const node = await startSyntheticNode(chain, {
  misbehaviour: (request, response) => {
    if (request.method === 'bench_requests') {
      sendResult(response, counts);
      return true;
    }
    counts.requests++;
    const isRefused = refuse(request, response);
    if (isRefused) counts.refused++;
    return isRefused;
  },
});
console.log(JSON.stringify({ url: node.url, blocks: chain.head.number }));
