import { startOrders } from '../server/orders/harness.ts';

/** One instance of the order feed, for `feed`. Arguments: database URL, node URL. */
const [url = '', nodeUrl = ''] = process.argv.slice(2);
const { app } = await startOrders({ engine: 'postgres', url }, { chain: { rpcUrls: [nodeUrl] } });
console.log(`ready: ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
