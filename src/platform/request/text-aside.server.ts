/** The texts of answers that the router holds without their bodies. */
const texts = new WeakMap<Response, string>();

/**
 * An answer without its body, which `bringBack` gives it. The router looks whether an answer has a
 * body, and Node makes a stream of a text that is looked at, to be read back when it is sent.
 */
export function setAside(text: string, init: ResponseInit): Response {
  const response = new Response(null, init);
  texts.set(response, text);
  return response;
}

/** The whole answer; any other answer as it is, such as one to HEAD, which has no body. */
export function bringBack(response: Response): Response {
  const text = texts.get(response);
  if (text === undefined) return response;
  const { status, headers } = response;
  return new Response(text, { status, headers });
}
