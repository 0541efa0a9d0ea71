import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { LeadPhoneCard } from "./lead-phone-card.tsx";
import type { LeadPhone, LeadPhoneResult } from "./lead-phone.server.ts";
import { PhoneVerification } from "./phone-verification.tsx";

const QUIET = { message: null, isError: false, waitSeconds: 0, isUnavailable: false };
const LATER: LeadPhone = {
  phone: "••• ••• 0147",
  email: "c•••@example.com",
  code: { state: "not_started", ...QUIET },
};

function draw(leadPhone: LeadPhone | null, result?: LeadPhoneResult): string {
  const Card = () => <LeadPhoneCard leadPhone={leadPhone} result={result} />;
  const Page = createRoutesStub([{ path: "/", Component: Card }]);
  return renderToStaticMarkup(<Page />);
}

const buttons = (html: string) =>
  [...html.matchAll(/<button[^>]*value="([^"]+)"/gu)].map(([, value]) => value);

test.each<[string, LeadPhone | null, LeadPhoneResult | undefined, string[], RegExp | null]>([
  [
    "says what is open and offers both ways",
    LATER,
    undefined,
    ["send-code", "mail-code"],
    /not verified yet/u,
  ],
  [
    "takes the code that is on its way",
    { ...LATER, code: { state: "code_sent", ...QUIET } },
    undefined,
    ["verify-code", "send-code", "mail-code"],
    /maxlength="7"[^>]*autocomplete="one-time-code"/iu,
  ],
  [
    "offers no mail where the address is confirmed",
    { ...LATER, email: null },
    undefined,
    ["send-code"],
    null,
  ],
  [
    "says once that the number is verified",
    null,
    { phoneCode: { ...QUIET, state: "verified", message: "Phone number verified" } },
    [],
    /Phone number verified/u,
  ],
  ["is not there for a verified number", null, undefined, [], null],
])("the card %s", (_what, leadPhone, result, expected, words) => {
  const html = draw(leadPhone, result);
  expect(buttons(html)).toEqual(expected);
  if (words) expect(html).toMatch(words);
});

test("the widget of a form says that it can be sent without a code", () => {
  const phone = {
    ...QUIET,
    state: "not_started" as const,
    message: "Failed to send verification code. Please try again.",
    isError: true,
    isUnavailable: true,
  };
  const widget = {
    phone,
    phoneNumber: "",
    control: "phone",
    stepAction: "/allListings/contact",
    takesMailedCode: false,
  };
  const Widget = () => <PhoneVerification widget={widget} />;
  const Page = createRoutesStub([{ path: "/", Component: Widget }]);
  expect(renderToStaticMarkup(<Page />)).toMatch(
    /Failed to send verification code\. Please try again\..*You can send your form without a code\./su,
  );
});

test.each(["not_started", "code_sent"] as const)(
  "where a mailed code does as well, the widget offers both ways: %s",
  (state) => {
    const phone = { ...QUIET, state, isUnavailable: true };
    const widget = {
      phone,
      phoneNumber: "",
      control: "phone",
      stepAction: "/forms/credit-application",
      takesMailedCode: true,
    };
    const Widget = () => <PhoneVerification widget={widget} />;
    const Page = createRoutesStub([{ path: "/", Component: Widget }]);
    const html = renderToStaticMarkup(<Page />);
    const verify = state === "code_sent" ? ["verify-code"] : [];
    expect(buttons(html)).toEqual([...verify, "send-code", "mail-code"]);
    expect(html).toContain("Send the code by text message");
    // This form is not accepted without a code.
    expect(html).not.toContain("You can send your form without a code.");
    expect(html).toContain("You can have the code emailed to you instead.");
  },
);
