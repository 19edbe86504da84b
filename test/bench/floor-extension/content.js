addEventListener('message', function take({ source, data, ports: [page] }) {
  if (source !== window || data !== 'floor:port') return;
  removeEventListener('message', take);
  let worker;
  const open = new Map();
  const connect = () => {
    worker = chrome.runtime.connect();
    worker.onMessage.addListener((answer) => {
      open.delete(answer.id);
      page.postMessage(answer);
    });
    worker.onDisconnect.addListener(() => {
      worker = undefined;
      if (open.size > 0) connect();
    });
    for (const request of open.values()) worker.postMessage(request);
  };
  page.onmessage = ({ data: request }) => {
    open.set(request.id, request);
    if (worker === undefined) connect();
    else worker.postMessage(request);
  };
});
