import { useState } from "react";
import { useSubmit } from "react-router";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { fieldsOf, type PressName } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";

type PushBrowsersProps = {
  /** The site's public key (RFC 8292). */
  publicKey: string;
  browsers: readonly { id: string; name: string; added: string; isThis: boolean }[];
  presses: Readonly<Record<"push-on" | "push-off" | "push-test", PressName | null>>;
};

/** The browsers in which a person takes push messages, and how to add this one. */
export function PushBrowsers({ publicKey, browsers, presses }: PushBrowsersProps) {
  const { turnOn, isBusy, failure } = useTurnOn(publicKey, presses["push-on"]);
  const isOnHere = browsers.some(({ isThis }) => isThis);
  return (
    <section className="card p-4 sm:p-6" aria-labelledby="push-title">
      <h2 id="push-title" className="text-h3">
        {m.push_title()}
      </h2>
      <p className="small muted mt-1 mb-5">{m.push_text()}</p>
      {browsers.length === 0 && <p>{m.push_none()}</p>}
      <ul>
        {browsers.map(({ id, name, added, isThis }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-2 border-b border-border py-3"
          >
            <div>
              <b className="wrap-anywhere">{name}</b> {isThis && m.push_this()}
              <p className="small muted">{m.push_added({ date: added })}</p>
            </div>
            <CommandForm press={presses["push-off"]} fields={{ browser: id }}>
              <Button type="submit" variant="ghost" size="sm">
                {m.push_remove()}
                <span className="sr-only"> ({name})</span>
              </Button>
            </CommandForm>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        {!isOnHere && presses["push-on"] && (
          <Button
            variant="dark"
            className="with-script"
            busy={isBusy}
            onClick={() => void turnOn()}
          >
            {m.push_turn_on()}
          </Button>
        )}
        {browsers.length > 0 && (
          <CommandForm press={presses["push-test"]}>
            <Button type="submit" variant="ghost">
              {m.push_test()}
            </Button>
          </CommandForm>
        )}
      </div>
      {!isOnHere && <p className="small muted without-script">{m.push_needs_script()}</p>}
      {failure && (
        <p role="alert" className="notice notice--bad mt-4">
          {failure}
        </p>
      )}
    </section>
  );
}

/** Asks the browser for permission and an address at its push service, and posts the address. */
function useTurnOn(publicKey: string, press: PressName | null) {
  const submit = useSubmit();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const turnOn = async () => {
    if (press === null) return;
    setBusy(true);
    setFailure(null);
    const subscribed = await subscribe(publicKey);
    if (subscribed.ok) await submit(fieldsOf(press, subscribed.fields), { method: "post" });
    else setFailure(subscribed.text);
    setBusy(false);
  };
  return { turnOn, isBusy, failure };
}

type Subscribed = { ok: true; fields: Record<string, string> } | { ok: false; text: string };

async function subscribe(publicKey: string): Promise<Subscribed> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.pushManager || !("Notification" in window))
    return { ok: false, text: m.push_unsupported() };
  // Safari asks only while the press is handled, so nothing slow may come before.
  if ((await Notification.requestPermission()) !== "granted")
    return { ok: false, text: m.push_denied() };
  try {
    // One that was made for another key of the site would be refused.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const made = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    const { endpoint = "", keys } = made.toJSON();
    return {
      ok: true,
      fields: { endpoint, p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
    };
  } catch {
    return { ok: false, text: m.push_failed() };
  }
}
