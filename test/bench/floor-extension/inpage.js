{
  const { port1, port2 } = new MessageChannel();
  const pending = new Map();
  let count = 0;
  port1.onmessage = ({ data }) => {
    pending.get(data.id)(data.result);
    pending.delete(data.id);
  };
  window.postMessage('floor:port', '*', [port2]);
  window.ethereum = {
    request: ({ method }) =>
      new Promise((resolve) => {
        count += 1;
        pending.set(count, resolve);
        port1.postMessage({ id: count, method });
      }),
  };
}
