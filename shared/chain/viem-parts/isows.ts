/** Stands for the package `isows`: sockets are the browser's. */
export const WebSocket = globalThis.WebSocket;
