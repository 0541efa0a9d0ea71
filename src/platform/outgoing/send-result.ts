/**
 * Why something was not sent. `temporary`: the same message may be sent later, so the queue tries
 * again. `permanent`: this message can never be sent. `not_configured`: nothing is wrong with the
 * message; the site's settings (address, credentials) are refused, and a person must correct them.
 * `detail` is for staff: a provider's code and short text, never a secret, an address or a number.
 */
export type SendFailure = {
  ok: false;
  code: "temporary" | "permanent" | "not_configured";
  detail: string;
  /**
   * For a receiver that a dealership chose: it did not take the message, or said that it will never
   * take one again.
   */
  receiver?: "failing" | "gone";
};

/** `providerId` identifies the message at the provider. */
export type SendResult = { ok: true; providerId: string } | SendFailure;

export function sendFailure(code: SendFailure["code"], detail: string): SendFailure {
  return { ok: false, code, detail };
}
