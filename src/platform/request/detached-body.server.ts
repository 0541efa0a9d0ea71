/** The bodies of answers that the router holds without them, and of those that were brought back. */
const bodies = new WeakMap<Response, Uint8Array<ArrayBuffer>>();

/**
 * An answer without its body, which `reattachBody` gives it. The router looks whether an answer has a
 * body, and Node makes a stream of one that is looked at, to be read back when it is sent.
 */
export function detachBody(body: Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(null, init);
  bodies.set(response, body);
  return response;
}

/** The whole answer; any other answer as it is, such as one to HEAD, which has no body. */
export function reattachBody(response: Response): Response {
  const body = bodies.get(response);
  if (body === undefined) return response;
  const { status, headers } = response;
  const whole = new Response(body, { status, headers });
  bodies.set(whole, body);
  return whole;
}

/** The body of an answer that was brought back, without making a stream of it; else undefined. */
export function bodyOf(response: Response): Uint8Array<ArrayBuffer> | undefined {
  return bodies.get(response);
}
