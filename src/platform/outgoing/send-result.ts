/**
 * Why something did not go out. `temporary`: the same message may pass later, so the queue tries
 * again. `permanent`: this message will never pass. `not_configured`: nothing is wrong with the
 * message; our own settings (address, credentials) are refused, and a person must mend them.
 * `detail` is for staff: a provider's code and short text, never a secret, an address or a number.
 */
export type SendFailure = {
  ok: false;
  code: "temporary" | "permanent" | "not_configured";
  detail: string;
};

/** `providerId` is what the other side can find the message by. */
export type SendResult = { ok: true; providerId: string } | SendFailure;

export function sendFailure(code: SendFailure["code"], detail: string): SendFailure {
  return { ok: false, code, detail };
}
