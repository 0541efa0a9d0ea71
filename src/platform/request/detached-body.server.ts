/** The bodies of detached responses, and of those whose body was attached again. */
const bodies = new WeakMap<Response, Uint8Array<ArrayBuffer>>();

/**
 * Returns a response without its body, which `reattachBody` attaches again. The router checks
 * whether a response has a body. In Node, that check turns the body into a stream, which must be
 * read again when it is sent.
 */
export function detachBody(body: Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(null, init);
  bodies.set(response, body);
  return response;
}

/**
 * The response with its body. A response that was not detached is returned unchanged, such as one
 * to HEAD, which has no body.
 */
export function reattachBody(response: Response): Response {
  const body = bodies.get(response);
  if (body === undefined) return response;
  const { status, headers } = response;
  const whole = new Response(body, { status, headers });
  bodies.set(whole, body);
  return whole;
}

/**
 * The body of a reattached response, without making a stream of it; undefined for any other
 * response.
 */
export function bodyOf(response: Response): Uint8Array<ArrayBuffer> | undefined {
  return bodies.get(response);
}
