/** Thrown while reading a body that is longer than allowed. */
export class BodyTooLarge extends Error {}

/**
 * Reads a response's body as text, at most `maxBytes`. Closes the connection above the limit.
 * @throws BodyTooLarge, and errors of the connection
 */
export async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for await (const chunk of boundedChunks(response, maxBytes))
    parts.push(decoder.decode(chunk, { stream: true }));
  parts.push(decoder.decode());
  return parts.join('');
}

/** Reads a response's body in chunks as they arrive, with the limit of `boundedText`. */
export async function* boundedChunks(
  response: Response,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  let length = 0;
  for (;;) {
    if (announced > maxBytes || length > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw new BodyTooLarge(`the response is longer than ${maxBytes} bytes`);
    }
    const { done, value } = await reader.read();
    if (done) return;
    length += value.length;
    yield value;
  }
}
