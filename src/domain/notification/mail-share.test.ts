import { expect, test } from "vitest";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { takeMailShare } from "./mail-share.server.ts";

useTestDatabase();

type Of = Parameters<typeof takeMailShare>[0];

/** How many of these e-mails to a mailbox may be sent, each requested from its own IP address. */
async function countTaken(of: Of, email: string, addresses: readonly string[]): Promise<number> {
  let taken = 0;
  for (const address of addresses) taken += Number((await takeMailShare(of, email, address)).ok);
  return taken;
}

/** IP addresses of so many networks, each of which asks so often. */
const askFrom = (networks: number, times = 1) =>
  Array.from({ length: networks * times }, (_, index) => `10.${(index % networks) + 1}.0.1`);

test.each<[what: string, addresses: readonly string[], most: number]>([
  ["one network", askFrom(1, 8), 5],
  ["ten networks that ask again and again", askFrom(10, 5), 20],
  ["any number of networks", askFrom(60), 40],
])(
  "of the mails that %s ask for, one mailbox gets its share an hour",
  async (what, addresses, most) => {
    const email = `${what.replaceAll(" ", "-")}@example.com`;
    expect(await countTaken("account", email, addresses)).toBe(most);
    // E-mails that open an account and e-mails of forms are counted separately, and so is each
    // mailbox.
    expect(await countTaken("form", ` ${email.toUpperCase()} `, addresses)).toBe(most);
    expect(await takeMailShare("form", email, addresses[0] ?? "")).toMatchObject({ ok: false });
    expect(await takeMailShare("form", `other-${email}`, addresses[0] ?? "")).toMatchObject({
      ok: true,
    });
  },
);
