import { findOpenHours, wallClock } from "#domain/first-contact/due-time.server.ts";
import { oweOnce } from "./owe-once.server.ts";
import { listTeam } from "./preferences.server.ts";

/** A site that was away in the morning still sends it; later in the day it is no morning digest. */
const LATEST_HOURS = 3;

/** Owes the morning digest of an open day to everybody who wants it, once a day. */
export async function oweDigests(at: Date): Promise<void> {
  const [day = "", clock = ""] = wallClock(at).split(" ");
  const opens = findOpenHours(day)?.[0];
  if (opens === undefined || clock < opens || hoursOf(clock) - hoursOf(opens) >= LATEST_HOURS)
    return;
  const readers = (await listTeam()).filter(({ preference }) => preference.hasDigest);
  await oweOnce(
    readers.map(({ id, email, locale }) => ({
      event: "staff_digest",
      to: email,
      locale,
      userId: id,
      params: { day },
      key: `staff_digest:${day}:${id}`,
    })),
  );
}

function hoursOf(clock: string): number {
  return Number(clock.slice(0, 2)) + Number(clock.slice(3)) / 60;
}
