/**
 * Requests an address repeatedly and prints the milliseconds of each response as JSON. Arguments:
 * URL, number of requests.
 */
const [url = '', turns = '1'] = process.argv.slice(2);

async function read(): Promise<number> {
  const start = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} was answered ${response.status}`);
  return performance.now() - start;
}

const samples: number[] = [];
for (let turn = 0; turn < Number(turns); turn++) samples.push(await read());
console.log(JSON.stringify(samples.map((sample) => Number(sample.toFixed(3)))));
